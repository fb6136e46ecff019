import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

/** Mail about these events is queued with the change (`identity/factors/factor-changes.service.ts`). */
export const FACTORS = {
  FactorAdded: adminsOnly(({ factor, origin }, customer) =>
    origin === 'backfill'
      ? `Recorded ${customer}'s passkey because it signs approvals`
      : `Added a second factor for ${customer}: ${humanize(factor)}`,
  ),
  FactorRemoved: adminsOnly(
    ({ factor }, customer) => `Removed ${customer}'s second factor: ${humanize(factor)}`,
  ),
  FactorsReset: adminsOnly((_, customer) => `Removed all of ${customer}'s second factors (by an operator)`),
} satisfies Partial<TextsByType>;
