import { confirmIdentity } from '../step-up';

const FORBIDDEN = 403;

type Refusal = { code?: unknown; factors?: unknown };

/**
 * Sends a request. If the API first wants the user to confirm that it is them, it asks them and repeats the same request,
 * with the same idempotency key (AUTH-56).
 */
export async function confirmedFetch(request: Request): Promise<Response> {
  const repeated = request.clone();
  const response = await fetch(request);
  if (response.status !== FORBIDDEN) return response;
  const { code, factors } = await refusalOf(response.clone());
  const isSetup = code === 'FACTOR_SETUP_REQUIRED';
  if (!isSetup && code !== 'FACTOR_REQUIRED') return response;
  const isConfirmed = await confirmIdentity({ isSetup, factors: textsOf(factors) });
  return isConfirmed ? fetch(repeated) : response;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    return ((await response.json()) ?? {}) as Refusal;
  } catch {
    return {};
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
