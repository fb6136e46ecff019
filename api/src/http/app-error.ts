import { SUPPORT_EMAIL } from '@moniker/common/brand.js';

/** All API errors: their status and default message, which may be shown to users. */
export const ERRORS = {
  APPROVAL_REQUIRED: [202, 'Sent for approval. Nothing changes until another admin approves it'],
  VALIDATION_FAILED: [400, 'The request is not valid'],
  MALFORMED_REQUEST: [400, "We couldn't read the request"],
  REVISION_REQUIRED: [400, 'expectedRevision is required'],
  BODY_TOO_COMPLEX: [400, 'The request has too many levels or values'],
  AMOUNT_INVALID: [400, 'Enter a valid amount'],
  OTP_INVALID: [400, 'Invalid or expired code'],
  FACTOR_INVALID: [400, 'This code is wrong or was already used'],
  ALERT_INVALID: [400, 'This link has expired or was already used'],
  NOT_SIGNED_IN: [401, 'Unauthorized'],
  CREDENTIALS_INVALID: [401, 'Invalid email or password'],
  SIGN_IN_EXPIRED: [401, 'This sign-in has ended. Please sign in again'],
  FORBIDDEN: [403, "You don't have permission to do this"],
  ORIGIN_FOREIGN: [403, 'The request came from another site'],
  EMAIL_NOT_VERIFIED: [403, 'Please verify your email address before signing in'],
  SIGN_IN_BLOCKED: [403, `Your account is frozen. Please write to ${SUPPORT_EMAIL}.`],
  SIGN_IN_UNCONFIRMED: [403, 'Confirm your sign-in with your second factor'],
  FACTOR_REQUIRED: [403, "Please confirm that it's you"],
  FACTOR_SETUP_REQUIRED: [403, 'Set up a second factor to open the admin area'],
  UPLOAD_LINK_INVALID: [403, 'This upload link has expired or was already used'],
  NOT_FOUND: [404, 'Not found'],
  MONIKER_NOT_FOUND: [
    404,
    "We can't find this moniker. Check it with the person, or use their account number.",
  ],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here'],
  CONFLICT: [409, 'This has changed since you loaded it. Reload and try again'],
  EMAIL_TAKEN: [409, 'An account with this email already exists'],
  MONIKER_TAKEN: [409, 'This moniker is already taken'],
  LAST_FACTOR: [409, 'Admins need a second factor. Add another one before you remove this one'],
  PHONE_ALREADY_SET: [409, 'Phone number cannot be changed once added'],
  APPLICATION_EXISTS: [409, 'You already have an application in progress'],
  ACCOUNT_NUMBER_TAKEN: [409, 'This account number is already in use'],
  ACCOUNT_NUMBER_ASSIGNED: [
    409,
    "This account already has its numbers. To assign new ones, change the request's status first, then approve the request again",
  ],
  ACCOUNT_CLOSED: [409, 'This account is closed'],
  ACCOUNT_QUARANTINED: [409, "We're checking this account, so nothing was changed. Please contact support"],
  ACCOUNT_CHANGED: [409, 'This account has changed since you opened it'],
  ALREADY_DECIDED: [409, 'This was already decided'],
  PROPOSAL_OUTDATED: [409, 'This proposal is out of date. Reject it and propose it again'],
  PLANS_OFF: [409, "Transfers can't be scheduled right now"],
  PLAN_ENDED: [409, 'This scheduled transfer has ended'],
  PLAN_CHANGED: [409, 'This scheduled transfer has changed since you loaded it. Reload and try again'],
  PLAN_DUE: [409, "We're making this transfer right now. Try again in a minute"],
  PLAN_OVER: [409, "This transfer's date has passed. Send the money now or plan it for another day"],
  TOO_MANY_PLANS: [409, 'You have 20 scheduled transfers. End one to schedule another'],
  TOO_MANY_PROPOSALS: [
    409,
    'You have 20 proposals waiting for approval. Withdraw one or wait until another admin decides',
  ],
  OWN_PROPOSAL: [422, 'Another admin must approve your proposal'],
  CHECKPOINTS_STOPPED: [409, 'Checkpoints have stopped because the log contradicts an earlier one'],
  TEXTS_CHANGED: [
    409,
    "This transaction's description, recipient, account numbers or purpose no longer match what was recorded. Nothing was decided. You can only reject it",
  ],
  KYC_CHANGED: [
    409,
    "This application's details or documents no longer match what the customer submitted. Nothing was decided. You can only reject it",
  ],
  TRANSACTION_FINAL: [409, 'This transaction can no longer be changed'],
  CANCELED_BY_CUSTOMER: [409, 'The customer canceled this transfer. It can no longer be changed'],
  MONEY_REQUEST_CLOSED: [409, 'This request for money is no longer open'],
  TOO_MANY_MONEY_REQUESTS: [
    409,
    'You have ten open requests, the most we allow. Cancel one, or wait until one is paid or closed.',
  ],
  TRANSFER_NOT_PENDING: [409, 'This transfer can no longer be canceled'],
  REVERSAL_EXCEEDS_AVAILABLE: [409, "The available balance doesn't cover this reversal"],
  PAIRED: [409, "This payment comes from another customer's transfer. Decide on that transfer instead"],
  RECIPIENT_CLOSED: [409, "The recipient's account here is closed. Reject this transfer"],
  RECIPIENT_SHORT: [409, "The recipient's available balance doesn't cover this reversal"],
  BALANCE_BELOW_HELD: [409, "You can't set the balance below the amount on hold"],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  FILE_TOO_LARGE: [413, 'File size must be less than 10MB'],
  FILE_TYPE_REFUSED: [415, 'Upload an image (JPEG, PNG, HEIC, WebP, AVIF, TIFF or GIF) or a PDF'],
  FILE_REFUSED: [422, "We can't accept this file"],
  UPLOAD_QUOTA_EXCEEDED: [422, "You've reached your upload limit. We delete unused documents after a day"],
  INSUFFICIENT_FUNDS: [422, "You don't have enough money"],
  DAILY_LIMIT_EXCEEDED: [422, 'Daily withdrawal limit exceeded'],
  ACCOUNT_NUMBER_MISSING: [422, 'Complete account setup to send money'],
  ACCOUNT_FROZEN: [422, 'Your account is frozen. Please contact support.'],
  KYC_REJECTED: [422, 'Complete KYC verification to access all features.'],
  KYC_NOT_APPROVED: [422, "Approve this customer's KYC application first"],
  PHONE_REQUIRED: [422, 'Phone number is required'],
  SSN_DUPLICATE: [
    422,
    'This Social Security Number is already associated with another Moniker account. Each person can only have one account for security and regulatory compliance.',
  ],
  OWN_ACCOUNT: [422, "You can't do this to your own account"],
  MONIKER_TRANSFERS_OFF: [422, "Sending money to a moniker isn't available right now"],
  OWN_RECIPIENT: [422, "You can't send money to your own account"],
  CUSTOMER_REASON_UNUSED: [422, 'You can give the customer a reason only when you decline a transfer'],
  OWN_TRANSFER: [422, "You can't decide on a transfer from your own account"],
  IDEMPOTENCY_KEY_REUSED: [422, 'This idempotency key was already used for another request'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Please try again later'],
  INTERNAL: [500, 'Something went wrong on our side'],
  TEST_MAIL_FAILED: [503, 'Failed to send test email. Check email service configuration.'],
  BUSY: [503, "We're very busy right now. Please try again in a moment"],
  CLOCK_WRONG: [503, "This isn't available right now. Please try again in a moment"],
  UNAVAILABLE: [503, "This isn't available right now. Please try again in a moment"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** Additional fields of the error body that screens use. */
export interface ErrorFlags {
  readonly emailNotVerified?: true;
  readonly phoneNumberRequired?: true;
  readonly ssnDuplicate?: true;
  readonly withdrawalLimitExceeded?: true;
  /** How the user can confirm their identity (AUTH-56). */
  readonly factors?: readonly string[];
  /** The account's current balance, if an edit was based on an earlier one. */
  readonly accountBalance?: string;
  /** The rejected fields of the request (ERR-2). */
  readonly fields?: readonly string[];
  /** Seconds until a retry makes sense. Also sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** An expected failure with a code from `ERRORS`. Any other error becomes a 500. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly flags: ErrorFlags = {},
  ) {
    super(message ?? ERRORS[code][1]);
    this.status = ERRORS[code][0];
  }

  /** Whether a refusal says more than its code, such as a balance or who decided (ADR 13). */
  get statesPersonalData(): boolean {
    const { message, status, flags } = this;
    const isRefusal = status === 409 || status === 422;
    return isRefusal && (message !== ERRORS[this.code][1] || flags.accountBalance !== undefined);
  }

  /**
   * Returns the same refusal with its code's default text. Only flags that say nothing about a person remain (LOG-22).
   */
  withoutPersonalData(): AppError {
    const { fields, retryAfterSeconds } = this.flags;
    return new AppError(this.code, undefined, {
      ...(fields && { fields }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}
