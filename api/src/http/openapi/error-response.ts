import type { ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ERRORS, type ErrorCode, type ErrorFlags } from '../app-error.js';

const TRUE: SchemaObject = { type: 'boolean', enum: [true] };

const FLAGS = {
  emailNotVerified: TRUE,
  phoneNumberRequired: TRUE,
  ssnDuplicate: TRUE,
  withdrawalLimitExceeded: TRUE,
  factors: {
    type: 'array',
    items: { type: 'string' },
    description: 'How the user can confirm their identity: `passkey`, `app`, `recovery` or `password`',
  },
  accountBalance: {
    type: 'string',
    description: 'The current balance, which differs from the one the edit expected',
    example: '$1,234.50',
  },
  fields: { type: 'array', items: { type: 'string' }, description: 'The refused fields (ERR-2)' },
  retryAfterSeconds: {
    type: 'integer',
    minimum: 1,
    description: 'Seconds until a retry makes sense. Also sent as `Retry-After`',
  },
} as const satisfies Record<keyof ErrorFlags, SchemaObject>;

/** The body of every error, as `ErrorFilter` sends it (ERR-1). */
export const ERROR_SCHEMA: SchemaObject = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer', description: 'The status of the response' },
    code: { type: 'string', description: 'What went wrong, for programs' },
    message: { type: 'string', description: 'What went wrong, for people' },
    ...FLAGS,
  },
  required: ['statusCode', 'code', 'message'],
  additionalProperties: false,
};

/** The name of `ERROR_SCHEMA` in the OpenAPI document. */
export const ERROR_NAME = 'ErrorDto';

/** The response for one status, with every error that it can carry. */
export function errorResponse(status: number, codes: readonly ErrorCode[]): ResponseObject {
  const narrowed: SchemaObject = {
    type: 'object',
    properties: {
      statusCode: { type: 'integer', enum: [status] },
      code: { type: 'string', enum: [...codes] },
    },
  };
  const schema: SchemaObject = { allOf: [{ $ref: `#/components/schemas/${ERROR_NAME}` }, narrowed] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    ...(mayRetry(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    content: { 'application/json': { schema } },
  };
}

const RETRY_AFTER = {
  description: 'Seconds until a retry makes sense, if known',
  schema: { type: 'integer', minimum: 1 },
} as const;

const mayRetry = (status: number): boolean => status === 429 || status === 503;
