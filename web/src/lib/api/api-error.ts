/** The extra fields of an error body (spec.md §8, generic handling). */
export type ApiErrorFlags = {
  code?: string;
  emailNotVerified?: boolean;
  phoneNumberRequired?: boolean;
  ssnDuplicate?: boolean;
  withdrawalLimitExceeded?: boolean;
};

/** A non-ok answer: its status, a message that can be shown, and every other field of the body. */
export class ApiError extends Error {
  readonly status: number;
  readonly flags: ApiErrorFlags;

  constructor(status: number, message: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiError';
    this.flags = fields;
    Object.assign(this, { ...fields, message });
    this.status = status;
  }
}

/** Reads the body of a non-ok answer as spec.md §8 says. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const fallback = response.statusText || `Error ${response.status}`;
  try {
    const { message, ...fields } = JSON.parse(text) as Record<string, unknown>;
    return new ApiError(response.status, typeof message === 'string' ? message : fallback, fields);
  } catch {
    return new ApiError(response.status, text || `${response.status} ${response.statusText}`);
  }
}

/** The server's message, or the screen's own words when there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

export function flagsOf(error: unknown): ApiErrorFlags {
  return error instanceof ApiError ? error.flags : {};
}

/** Whether the answer says that the session has ended (spec.md §8, session). */
export function isSessionExpired(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /^401.*Unauthorized/.test(error.message);
}
