/**
 * Why a customer is frozen (ADM-60). The event contains the reason, which is from this list because free text could
 * name a person.
 */
export const FREEZE_REASONS = [
  'suspicious_activity',
  'reported_by_customer',
  'requested_by_customer',
  'legal_order',
  'other',
] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/** Why a customer is no longer frozen. */
export const UNFREEZE_REASONS = ['resolved', 'mistake', 'other'] as const;
export type UnfreezeReason = (typeof UNFREEZE_REASONS)[number];
