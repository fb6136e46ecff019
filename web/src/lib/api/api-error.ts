/** The additional fields of an error body (ERR-1, ERR-2). */
export type ApiErrorFlags = {
  code?: string;
  emailNotVerified?: boolean;
  phoneNumberRequired?: boolean;
  ssnDuplicate?: boolean;
  withdrawalLimitExceeded?: boolean;
  /** Seconds until a retry makes sense. */
  retryAfterSeconds?: number;
  /** How the user can confirm their identity. */
  factors?: readonly string[];
  /** The rejected fields of the request. */
  fields?: readonly string[];
};

/** The error code for a change that was not sent, because the browser is offline. */
export const OFFLINE = 'OFFLINE';
/** The error code for a change that was sent and got no response, so its outcome is unknown. */
export const NO_RESPONSE = 'NO_RESPONSE';

/**
 * The error for a non-2xx response, a 202, or no response (status 0). Has the status, a message and the other fields
 * of the body.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly flags: ApiErrorFlags;
  /** Whether `message` is meant for the user. If not, it was built from the status of a response without a message. */
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

/** Matches a proxy's error page, which must not be shown as a message. */
const MARKUP = /^\s*</;

/** Reads the body of a non-2xx response or a 202 (ERR-4). */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const text = await response.text();
  try {
    const { message, ...fields } = JSON.parse(text) as Record<string, unknown>;
    const isExplained = typeof message === 'string' && message !== '';
    return new ApiError(status, isExplained ? message : statusText, fields, isExplained);
  } catch {
    const isExplained = text !== '' && !MARKUP.test(text);
    return new ApiError(status, isExplained ? text : `${status} ${statusText}`.trim(), {}, isExplained);
  }
}

/** The error's own message, or `fallback` if it has none. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.isExplained) return fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

export function errorFlags(error: unknown): ApiErrorFlags {
  return error instanceof ApiError ? error.flags : {};
}

export function isOfflineError(error: unknown): boolean {
  return errorFlags(error).code === OFFLINE;
}

/** Whether it is unknown if the bank received the request. */
export function isUnanswered(error: unknown): boolean {
  return errorFlags(error).code === NO_RESPONSE;
}

/** Whether the error means that the session has ended (UI-14, ADM-22). */
export function isSessionExpired(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /^401.*Unauthorized/.test(error.message);
}
