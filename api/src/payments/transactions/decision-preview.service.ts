import { Injectable } from '@nestjs/common';
import { AccessLog } from '../../admin/access-log/access-log.service.js';
import { DataSource } from 'typeorm';
import { SYSTEM_ACCOUNTS } from '../../ledger/domain/accounts.js';
import { type CommandContext, LedgerPreview, type Preview } from '../../ledger/writer/submission.js';
import type {
  DecisionsPreviewBody,
  DecisionsPreviewDto,
  EffectEntryDto,
  MoneyEffectDto,
} from './decision.dto.js';
import { PreparedDecisions, guardedItems } from './prepared-decisions.service.js';
import type { TransactionView } from './transaction-queries.service.js';

/** Shows what a decision on several transactions would do (TRF-21). */
@Injectable()
export class DecisionPreview {
  constructor(
    private readonly ledger: LedgerPreview,
    private readonly decisions: PreparedDecisions,
    private readonly dataSource: DataSource,
    private readonly accesses: AccessLog,
  ) {}

  /**
   * Computes the decision's effect on the current state. Changes nothing, but is recorded in the access log, because
   * it shows balances.
   */
  async preview(body: DecisionsPreviewBody, context: CommandContext): Promise<DecisionsPreviewDto> {
    const prepared = await this.decisions.prepare(body, context);
    const people = prepared.flatMap(({ row }) => (row ? [row.accountId] : []));
    await this.accesses.recordShown({ ...context, action: 'decision-preview' }, people);
    const { outcomes, entries } = await this.dataSource.transaction('REPEATABLE READ', (manager) =>
      this.ledger.preview(
        manager,
        guardedItems(prepared).map(({ submission }) => submission),
      ),
    );
    const errors = await this.decisions.errorsOf(prepared, outcomes);
    const items = prepared.map(({ id, row }, index) => {
      const error = errors[index] ?? null;
      const effect = error === null && row ? moneyEffectOf(row, entries) : null;
      return { id, effect, reason: error?.message ?? null };
    });
    const done = prepared.filter((_, index) => errors[index] === null);
    const sumCents = done.reduce((sum, { row }) => sum + Math.abs(row?.amountCents ?? 0), 0);
    const refusedCount = prepared.length - done.length;
    return { count: done.length, sumCents, refusedCount, items };
  }
}

function moneyEffectOf(
  { id, accountId, recipientId }: TransactionView,
  entries: Preview['entries'],
): MoneyEffectDto {
  const own = entries.filter(({ transactionId }) => transactionId === id);
  const customer = own.find((entry) => entry.accountId === accountId);
  return {
    entries: own
      .filter(({ amountCents }) => amountCents !== 0)
      .map((entry) => effectEntry(entry, recipientId !== null)),
    holdCents: customer?.holdCents ?? 0,
    balanceAfterCents: customer?.postedAfterCents ?? null,
    availableAfterCents: customer === undefined ? null : customer.postedAfterCents - customer.heldAfterCents,
  };
}

/**
 * Names the account of an entry. If another customer is paid, the settlement account passes the net amount on
 * immediately, so the settlement account's entry is shown as the recipient's (TRF-62).
 */
function effectEntry(
  { accountId, amountCents }: Preview['entries'][number],
  isPaid: boolean,
): EffectEntryDto {
  const { settlement, fees } = SYSTEM_ACCOUNTS;
  const other = isPaid ? 'recipient' : 'settlement';
  const account = accountId === settlement ? other : accountId === fees ? 'fees' : 'customer';
  return { account, amountCents };
}
