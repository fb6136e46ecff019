import type { OpenAPIObject, OperationObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import { errorResponse, ERROR_NAME, ERROR_SCHEMA } from './error-response.js';
import { takeMarks } from './marks.js';
import { refusalsOf } from './refusals.js';
import { closeBodies } from './request-bodies.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const SESSION = 'session';
/** Path parameters with these names are parsed by `IdPipe`. */
const IS_ID = /^id$|Id$/;

/**
 * Adds to the generated document what the decorators of the routes already say: who may call a route, which statuses it
 * can return with which error codes, and that bodies have no unknown fields.
 */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const { paths } = document;
  const components = (document.components ??= {});
  const schemas = (components.schemas ??= {});
  components.securitySchemes = { [SESSION]: SESSION_COOKIE };
  const responses = (components.responses = {});
  for (const route of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = route[method];
      if (operation !== undefined) completeOperation(method, operation, responses);
    }
  }
  closeBodies(paths, schemas);
  schemas[ERROR_NAME] = ERROR_SCHEMA;
  return document;
}

const SESSION_COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-moniker_session',
  description:
    'Set by `POST /api/auth/login`. Without TLS (`MONIKER_PROFILE=local`), its name is `moniker_session`',
} as const;

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

function completeOperation(method: string, operation: OperationObject, shared: Responses): void {
  const marks = takeMarks(operation);
  // An empty requirement makes the session optional.
  operation.security = marks.access === 'public' ? [{}, { [SESSION]: [] }] : [{ [SESSION]: [] }];
  for (const parameter of operation.parameters ?? []) describeId(parameter);
  for (const [status, codes] of refusalsOf(method, operation, marks)) {
    const name = codes.join('.');
    shared[name] = errorResponse(status, codes);
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function describeId(parameter: ParameterObject | ReferenceObject): void {
  if (!('in' in parameter) || parameter.in !== 'path' || !IS_ID.test(parameter.name)) return;
  parameter.schema = { type: 'string', format: 'uuid' };
}
