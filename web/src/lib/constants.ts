/** The member-since date for an account without one. */
export const MEMBER_SINCE_FALLBACK = '2023-01-01T12:00:00Z';

/** Polling intervals (UI-11). */
export const POLL_TRANSACTIONS_MS = 5_000;
export const POLL_KYC_STATUS_MS = 10_000;
export const POLL_CHAT_MS = 5_000;
export const POLL_NOTIFICATIONS_MS = 10_000;
export const POLL_WORK_QUEUE_MS = 30_000;

/** How long before the end of a session the countdown starts (AUTH-81). */
export const SESSION_END_WARNING_MS = 60_000;

/** Redirect delays. */
export const REDIRECT_ON_DENIAL_MS = 500;
export const REDIRECT_ON_SUCCESS_MS = 2_000;
export const REDIRECT_ON_MISSING_PHONE_MS = 5_000;

/** Toast behavior (UI-9, UI-10). */
export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;

/** Statuses that an admin can set on a transaction (PAY-10). */
export const TRANSACTION_STATUS_CHOICES = ['initiated', 'pending', 'in_review', 'completed'] as const;
