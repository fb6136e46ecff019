import type { OpenAPIObject, OperationObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

type SchemaOrReference = SchemaObject | ReferenceObject;

/** Declares in the OpenAPI document that unknown fields in request bodies, at any depth, are refused (SEC-3). */
export function closeBodies(paths: OpenAPIObject['paths'], schemas: Record<string, SchemaOrReference>): void {
  const operations = Object.values(paths).flatMap(({ put, post, patch }) => [put, post, patch]);
  const pending = operations.flatMap(bodySchemas);
  const closed = new Set<string>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name = schemaName(next);
    const schema = name === undefined ? next : schemas[name];
    if (schema === undefined || '$ref' in schema || (name !== undefined && closed.has(name))) continue;
    if (name !== undefined) closed.add(name);
    if (schema.type === 'object') schema.additionalProperties = false;
    pending.push(...Object.values(schema.properties ?? {}));
    if (schema.items !== undefined) pending.push(schema.items);
  }
}

function bodySchemas(operation: OperationObject | undefined): SchemaOrReference[] {
  const body = operation?.requestBody;
  if (body === undefined || '$ref' in body) return [];
  return Object.values(body.content).flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}

function schemaName(schema: SchemaOrReference): string | undefined {
  return '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
}
