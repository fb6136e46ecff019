/** The extra fields of an error body (spec.md §8, generic handling). */
export type ApiErrorFlags = {
  code?: string;
  emailNotVerified?: boolean;
  phoneNumberRequired?: boolean;
  ssnDuplicate?: boolean;
  withdrawalLimitExceeded?: boolean;
  /** The fields of the request that were refused. */
  fields?: readonly string[];
};

/** A non-ok answer: its status, a message that can be shown, and every other field of the body. */
export class ApiError extends Error {
  readonly status: number;
  readonly flags: ApiErrorFlags;
  /** Whether somebody said what is wrong; without that the message is only the name of the status. */
  readonly isExplained: boolean;

  constructor(status: number, message: string, fields: Record<string, unknown> = {}, isExplained = true) {
    super(message);
    this.name = 'ApiError';
    this.flags = fields;
    Object.assign(this, { ...fields, message });
    this.status = status;
    this.isExplained = isExplained;
  }
}

/** Reads the body of a non-ok answer as spec.md §8 says. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const text = await response.text();
  try {
    const { message, ...fields } = JSON.parse(text) as Record<string, unknown>;
    const isExplained = typeof message === 'string' && message !== '';
    return new ApiError(status, isExplained ? message : statusText, fields, isExplained);
  } catch {
    return new ApiError(status, text || `${status} ${statusText}`, {}, text !== '');
  }
}

/** The server's message, or the screen's own words when there is none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.isExplained) return fallback;
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
