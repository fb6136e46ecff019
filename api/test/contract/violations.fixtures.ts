import type { HttpClient, HttpResponse } from '../harness/index.js';
import type { OpenApi } from './openapi.fixtures.js';
import type { GeneratedRequest } from './requests.fixtures.js';

/** The checks, named as in Schemathesis. */
export type Check =
  | 'not_a_server_error'
  | 'status_code_conformance'
  | 'response_schema_conformance'
  | 'negative_data_rejection';

/** A response that violates the OpenAPI document. */
export interface Violation {
  readonly check: Check;
  readonly route: string;
  readonly label: string;
  readonly request: string;
  readonly response: string;
}

/** Sends a request. Returns whether the API accepted it, and how the response violates the OpenAPI document. */
export async function check(
  api: OpenApi,
  client: HttpClient,
  request: GeneratedRequest,
): Promise<{ isAccepted: boolean; violations: Violation[] }> {
  const { route, label, address, headers, body } = request;
  const response = await client.send(route.method, address, body, { headers });
  const shown = {
    route: route.name,
    label,
    request: `${route.method} ${address} ${typeof body === 'string' ? body : ''}`.slice(0, 400),
  };
  const violations = checksFailedBy(api, request, response).map(([failed, detail]) => ({
    check: failed,
    ...shown,
    response: `${response.status} ${detail} ${JSON.stringify(response.body)}`.slice(0, 400),
  }));
  return { isAccepted: response.status < 400, violations };
}

function checksFailedBy(
  api: OpenApi,
  { route, isInvalid }: GeneratedRequest,
  response: HttpResponse,
): (readonly [Check, string])[] {
  const { status } = response;
  const found: (readonly [Check, string])[] = [];
  if (status >= 500) found.push(['not_a_server_error', '']);
  if (!route.responses.has(status)) found.push(['status_code_conformance', '']);
  if (isInvalid && status < 400) found.push(['negative_data_rejection', '']);
  const mismatch = mismatchOf(api, route.responses.get(status), response);
  if (mismatch !== null) found.push(['response_schema_conformance', mismatch]);
  return found;
}

type Content = GeneratedRequest['route']['responses'] extends ReadonlyMap<number, infer Each> ? Each : never;

/** Returns how a body differs from what is documented for its status, or null. */
function mismatchOf(
  api: OpenApi,
  content: Content | undefined,
  { headers, body }: HttpResponse,
): string | null {
  if (content === undefined) return null;
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (Object.keys(content).length === 0) return body === '' ? null : `a body of ${type}`;
  const documented = content[type];
  if (documented === undefined) return `an undocumented type ${type}`;
  return type === 'application/json' ? api.errorOf(documented.schema, body) : null;
}
