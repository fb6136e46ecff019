import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { IdempotencyKey } from '../ledger/writer/submission.js';
import { AppError } from './app-error.js';
import { documentedParameter, Refuses } from './openapi/marks.js';
import type { AppRequest } from './request.js';

const HEADER = 'idempotency-key';
const KEY_FORMAT = /^[\x21-\x7e]{1,200}$/;

const KeyParam = createParamDecorator((_: unknown, context: ExecutionContext): IdempotencyKey | undefined => {
  const request = context.switchToHttp().getRequest<AppRequest>();
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_FORMAT.test(key)) {
    throw new AppError('VALIDATION_FAILED', 'Idempotency-Key must be 1 to 200 visible ASCII characters', {
      fields: ['Idempotency-Key'],
    });
  }
  return { key, fingerprint: requestFingerprint(request) };
});

/** OpenAPI documentation of the header. */
const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', pattern: KEY_FORMAT.source },
  description:
    'A request repeated with the same key takes effect only once, and the response to a repeat is marked `Idempotent-Replay: true`. The same key with a different request is refused (422).',
};

/**
 * Parameter decorator: the caller's `Idempotency-Key` with the fingerprint of the request, or undefined without the
 * header (LED-5).
 */
export const Idempotent = (): ParameterDecorator =>
  documentedParameter(KeyParam(), ApiHeader(IDEMPOTENCY_HEADER), Refuses('IDEMPOTENCY_KEY_REUSED'));

/** Requests with the same method, path, query and body (with keys in any order) have the same fingerprint. */
function requestFingerprint(request: AppRequest): string {
  const parts = [request.method, request.path, canonicalJson(request.body)];
  // Earlier versions left the query out of the fingerprint. A request without a query must keep its fingerprint.
  if (Object.keys(request.query).length > 0) parts.push(canonicalJson(request.query));
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The response to a request that can have an idempotency key, and whether the request repeats an earlier one. */
export class IdempotentResponse<Body> {
  constructor(
    readonly body: Body,
    readonly replayed: boolean,
  ) {}

  map<Other>(change: (body: Body) => Other): IdempotentResponse<Other> {
    return new IdempotentResponse(change(this.body), this.replayed);
  }
}
