import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

/** The mail about them is queued with the change (`identity/factors/factor-changes.service.ts`). */
export const FACTORS = {
  FactorAdded: adminsOnly(({ factor, origin }, customer) =>
    origin === 'backfill'
      ? `Passkey of ${customer} recorded, because it signs approvals`
      : `Second factor of ${customer} added: ${humanize(factor)}`,
  ),
  FactorRemoved: adminsOnly(
    ({ factor }, customer) => `Second factor of ${customer} removed: ${humanize(factor)}`,
  ),
  FactorsReset: adminsOnly((_, customer) => `All second factors of ${customer} removed by an operator`),
} satisfies Partial<TextsByType>;
