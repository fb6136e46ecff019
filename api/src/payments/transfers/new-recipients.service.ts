import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FactorAccess } from '../../identity/factors/factor-access.service.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { NamedTransfer } from './transfer.dto.js';

const DAY_MS = 24 * 60 * 60 * 1000;

// A recipient is known once a payment to them, requested at least a day ago, is completed. Newer payments do not
// count, because a small payment would otherwise lift the limit for the next payment.
const SELECT_SENT = `
  with sent as (
    select t.status, t.amount_cents, t.created_at > $2 as is_recent,
        x.recipient_account as account, x.recipient_routing as routing
      from ledger_transaction t join ledger_transaction_text x using (transaction_id)
      where t.account_id = $1 and t.kind = 'transfer' and t.status not in ('failed', 'cancelled')),
  known as (select distinct account, routing from sent where status = 'completed' and not is_recent)
  select version as "accountVersion",
      exists (select 1 from known where account = $3 and routing = $4) as "isKnown",
      coalesce((select sum(amount_cents) from sent
        where is_recent and (account, routing) not in (select account, routing from known)), 0) as "sentCents"
    from ledger_account where account_id = $1`;

interface Sent {
  readonly accountVersion: number;
  readonly isKnown: boolean;
  /** A numeric sum, which the driver returns as text. */
  readonly sentCents: string;
}

/** Requires a customer's second factor for payments to new recipients (AUTH-57). */
@Injectable()
export class NewRecipients {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: FactorAccess,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Requires a recently confirmed factor if a payment would exceed the limit for new recipients. Returns the account
   * version that this check is based on, or undefined if the check doesn't depend on other payments. The caller must
   * submit the payment with this version, so that the ledger refuses the payment if the account has changed since.
   * Otherwise, concurrent payments could each stay below the limit but together exceed it.
   *
   * @throws FACTOR_REQUIRED the payments to new recipients within a day would exceed the limit, and no factor was
   *   confirmed in the last five minutes
   */
  async requireFactor(
    sender: AuthenticatedUser,
    { recipientAccount, recipientRouting, amount }: NamedTransfer,
  ): Promise<number | undefined> {
    if (this.access.hasFresh(sender)) return undefined;
    const [sent] = await this.select(sender.userId, recipientAccount, recipientRouting);
    if (sent === undefined || sent.isKnown) return undefined;
    const isWithinLimit = Number(sent.sentCents) + amount.cents <= this.config.newRecipientLimitCents;
    if (isWithinLimit) return sent.accountVersion;
    await this.access.requireFresh(sender, 'allowed');
    return undefined;
  }

  /** @throws FACTOR_REQUIRED the recipient is new, and no factor was confirmed in the last five minutes (TRF-125) */
  async requireFactorFor(
    sender: AuthenticatedUser,
    { recipientAccount, recipientRouting }: Pick<NamedTransfer, 'recipientAccount' | 'recipientRouting'>,
  ): Promise<void> {
    const [sent] = await this.select(sender.userId, recipientAccount, recipientRouting);
    if (sent?.isKnown !== true) await this.access.requireFresh(sender, 'allowed');
  }

  private select(userId: string, account: string, routing: string): Promise<Sent[]> {
    const dayAgo = new Date(this.now().getTime() - DAY_MS);
    return this.dataSource.query<Sent[]>(SELECT_SENT, [userId, dayAgo, account, routing]);
  }
}
