import fc from 'fast-check';
import { TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import type { LedgerCommand } from './commands.js';

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'];

/** Mostly ordinary amounts, plus boundary values of the limit, fee rounding and validity. */
const amountCents = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 120_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(24, 25, 75, 199_999, 200_000, 200_001, 500_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 0.5, Number.NaN, 1_000_000_000, 1_000_000_001, 2 ** 53) },
);

function anyReview(transactionId: fc.Arbitrary<string>): fc.Arbitrary<LedgerCommand> {
  const status: fc.Arbitrary<TransactionStatus | null> = fc.option(fc.constantFrom(...TRANSACTION_STATUSES), {
    freq: 9,
  });
  return fc.record({
    type: fc.constant('ReviewTransaction' as const),
    transactionId,
    status,
    notesDigest: fc.constantFrom(null, null, null, null, 'notes'),
    shownAt: fc.constantFrom(null, null, null, null, new Date('2026-01-01T00:00:00.000Z')),
  });
}

/** A freeze or an unfreeze. Unfreezes are more likely, so that freezes don't cause most of the refusals. */
function anyFreezeChange(accountId: fc.Arbitrary<string>): fc.Arbitrary<LedgerCommand> {
  const freeze = fc.record({
    ...{ type: fc.constant('FreezeAccount' as const), accountId, reason: fc.constant('other') },
    signIn: fc.constantFrom('allowed' as const, 'blocked' as const),
  });
  const unfreeze = fc.record({
    ...{ type: fc.constant('UnfreezeAccount' as const), accountId, reason: fc.constant('resolved') },
  });
  return fc.oneof({ weight: 1, arbitrary: freeze }, { weight: 2, arbitrary: unfreeze });
}

/**
 * An arbitrary command on one of the given accounts. Transaction ids come from a small set, so many commands refer to
 * an existing transaction and some reuse an id.
 */
export function anyCommand(
  accountIds: readonly string[],
  transactionIds: readonly string[],
): fc.Arbitrary<LedgerCommand> {
  const accountId = fc.constantFrom(...accountIds);
  const transactionId = fc.constantFrom(...transactionIds);
  const status = fc.constantFrom(...TRANSACTION_STATUSES);
  const category = fc.constantFrom(...TRANSACTION_CATEGORIES);
  const textsDigest = fc.constant('digest');
  const base = { transactionId, accountId, amountCents, textsDigest };
  const bankDay = fc.constantFrom(...DAYS);
  const transfer = { type: fc.constant('RequestTransfer' as const), ...base, category, bankDay };
  return fc.oneof(
    { weight: 1, arbitrary: fc.record({ type: fc.constant('OpenAccount' as const), accountId }) },
    { weight: 30, arbitrary: fc.record(transfer) },
    {
      weight: 15,
      arbitrary: fc.record({
        ...transfer,
        recipient: fc.record({ accountId, paymentId: transactionId }),
        requiresOpenRecipient: fc.boolean(),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ type: fc.constant('CreateIncomingPayment' as const), ...base, status }),
    },
    {
      weight: 14,
      arbitrary: fc.record({
        type: fc.constant('RecordCredit' as const),
        ...base,
        category: fc.option(category),
        status: fc.oneof(fc.constant('completed' as const), status),
      }),
    },
    { weight: 40, arbitrary: anyReview(transactionId) },
    {
      weight: 8,
      arbitrary: fc.record({ type: fc.constant('CancelTransfer' as const), transactionId, accountId }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('AdjustBalance' as const),
        transactionId,
        accountId,
        balanceCents: fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 0, max: 600_000 }) },
          { weight: 1, arbitrary: fc.constantFrom(-1, 0.5) },
        ),
        textsDigest,
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('CloseAccount' as const), accountId }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('RecordAudit' as const),
        stream: accountId.map((id) => `user:${id}`),
        event: accountId.map((userId) => ({ type: 'UserDeleted' as const, payload: { userId } })),
      }),
    },
    { weight: 3, arbitrary: anyFreezeChange(accountId) },
  );
}
