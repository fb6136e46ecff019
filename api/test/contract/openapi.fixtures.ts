import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

// The part of OpenAPI 3.0 that our document uses.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly [type: string]: { readonly schema: Schema };
}

interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Content;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly object[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

/** A route in the OpenAPI document, with the schema of its JSON body if it has one. */
export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Whether it can be called without a session. */
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly hasRawBody: boolean;
  readonly responses: ReadonlyMap<number, Content>;
}

const FILE = path.join(import.meta.dirname, '../../openapi.json');

/** The OpenAPI document: its routes, and validation against its schemas. */
export class OpenApi {
  readonly routes: readonly Route[];
  private readonly document: Document;
  private readonly ajv: Ajv;
  private readonly validators = new Map<Schema, ValidateFunction>();

  constructor() {
    this.document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
    this.ajv = new Ajv({ strict: false, allErrors: false, coerceTypes: false });
    // The module is CommonJS, so its function is the property `default`.
    addFormats.default(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addSchema({ $id: 'document', components: toJsonSchema(this.document.components) });
    this.routes = Object.entries(this.document.paths).flatMap(([route, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.routeOf(route, method, operation)),
    );
  }

  /** Follows a reference. */
  resolve(schema: Schema): Schema {
    // A reference with its own description is wrapped in `allOf`.
    const [part, ...others] = schema.allOf ?? [];
    if (part !== undefined && others.length === 0) return this.resolve(part);
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.document.components.schemas[name] ?? {});
  }

  /** The codes of all documented errors. */
  get errorCodes(): ReadonlySet<string> {
    return new Set(Object.keys(this.document.components.responses).flatMap((name) => name.split('.')));
  }

  isValid(schema: Schema, value: unknown): boolean {
    return this.errorOf(schema, value) === null;
  }

  /** Returns why a value does not match a schema, or null. */
  errorOf(schema: Schema, value: unknown): string | null {
    const validate = this.validatorOf(schema);
    return validate(value) ? null : this.ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const known = this.validators.get(schema);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(toJsonSchema(schema) as object);
    this.validators.set(schema, validate);
    return validate;
  }

  private routeOf(route: string, method: string, operation: Operation): Route {
    const { parameters = [], requestBody, responses, security = [] } = operation;
    const json = requestBody?.content['application/json'];
    const contents = Object.entries(responses).map(([status, response]) => {
      const shared = response.$ref?.split('/').at(-1);
      const { content = {} } =
        shared === undefined ? response : (this.document.components.responses[shared] ?? {});
      return [Number(status), content] as const;
    });
    return {
      name: `${method.toUpperCase()} ${route}`,
      method: method.toUpperCase(),
      path: route,
      isPublic: security.some((requirement) => Object.keys(requirement).length === 0),
      parameters,
      body: json?.schema ?? null,
      hasRawBody: requestBody !== undefined && json === undefined,
      responses: new Map(contents),
    };
  }
}

/**
 * Converts OpenAPI 3.0 schemas to JSON Schema: references start with the document's id, and `nullable` becomes an
 * alternative of type `null`. Named objects allow no additional properties, so undocumented fields in responses are
 * found.
 */
function toJsonSchema(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((each) => toJsonSchema(each));
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, $ref, ...rest } = value as Schema;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, child]) => [
      key,
      key === 'schemas' ? namedSchemas(child) : toJsonSchema(child),
    ]),
  );
  const closed =
    isNamed && rest.properties !== undefined ? { additionalProperties: false, ...converted } : converted;
  if ($ref !== undefined) return { ...closed, $ref: `document${$ref}` };
  return nullable === true ? { anyOf: [closed, { type: 'null' }] } : closed;
}

function namedSchemas(schemas: unknown): unknown {
  const entries = Object.entries(schemas as Record<string, Schema>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, toJsonSchema(schema, true)]));
}
