import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  SchemaObject,
} from '@nestjs/swagger';
import { MAX_POSITION } from '../position.pipe.js';
import { BACKGROUND_HEADER, SECONDS_LEFT_HEADER } from '../session-headers.js';
import { errorResponse, ERROR_NAME, ERROR_SCHEMA } from './error-response.js';
import { takeMarks } from './marks.js';
import { refusalsOf } from './refusals.js';
import { closeBodies } from './request-bodies.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const SESSION = 'session';
/** The schemas of path parameters, by name, as their pipes accept them. Other parameters take any text. */
const PATH_SCHEMAS: readonly (readonly [name: RegExp, schema: SchemaObject])[] = [
  [/^id$|Id$/, { type: 'string', format: 'uuid' }],
  [/^position$/, { type: 'integer', minimum: 1, maximum: MAX_POSITION }],
];

/**
 * Adds to the generated document what guards, pipes and decorators determine: who may call a route, what its path
 * parameters accept, which statuses it can return with which error codes, and that bodies have no unknown fields.
 * Sorts paths and schemas, so moving code does not change the document.
 *
 * @throws Error two handlers have the same name, so the web app's types could not tell them apart
 */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const { paths } = document;
  const components = (document.components ??= {});
  const schemas = (components.schemas ??= {});
  components.securitySchemes = { [SESSION]: SESSION_COOKIE };
  const responses = (components.responses = {});
  const names = new Set<string | undefined>();
  for (const route of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = route[method];
      if (operation === undefined) continue;
      const { operationId } = operation;
      if (names.has(operationId)) throw new Error(`rename one of the two handlers named ${operationId}`);
      names.add(operationId);
      completeOperation(method, operation, responses);
    }
  }
  closeBodies(paths, schemas);
  schemas[ERROR_NAME] = ERROR_SCHEMA;
  document.paths = sortedByKey(paths);
  components.schemas = sortedByKey(schemas);
  components.responses = sortedByKey(responses);
  return document;
}

function sortedByKey<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SESSION_COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-moniker_session',
  description:
    'Set by `POST /api/auth/login` or, with a second factor, by `POST /api/auth/factor/passkey` or `/code`. Without TLS (`MONIKER_PROFILE=local`), its name is `moniker_session`. ' +
    `With a session, the response header \`${SECONDS_LEFT_HEADER}\` says how many seconds are left until the session ends if unused. ` +
    `A request with the header \`${BACKGROUND_HEADER}: 1\`, such as a poll, does not extend it`,
} as const;

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

function completeOperation(method: string, operation: OperationObject, shared: Responses): void {
  const marks = takeMarks(operation);
  // An empty requirement makes the session optional.
  operation.security = marks.access === 'public' ? [{}, { [SESSION]: [] }] : [{ [SESSION]: [] }];
  if (marks.permission !== null) Object.assign(operation, { 'x-permission': marks.permission });
  for (const parameter of operation.parameters ?? []) describePath(parameter);
  for (const [status, codes] of refusalsOf(method, operation, marks)) {
    const name = codes.join('.');
    shared[name] = errorResponse(status, codes);
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function describePath(parameter: ParameterObject | ReferenceObject): void {
  if (!('in' in parameter) || parameter.in !== 'path') return;
  const schema = PATH_SCHEMAS.find(([name]) => name.test(parameter.name))?.[1];
  if (schema !== undefined) parameter.schema = schema;
}
