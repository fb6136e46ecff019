import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FactorAccess } from '../auth/factor-access.service.js';
import type { AuthenticatedUser } from '../http/request.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import type { RequestTransferBody } from './transfer.dto.js';

const DAY_MS = 24 * 60 * 60 * 1000;

// A recipient is known once a payment to it that was requested a day ago is completed. Newer ones do not count, so that
// the limit cannot be avoided with several small payments.
const SELECT_SENT = `
  with sent as (
    select t.status, t.amount_cents, t.created_at > $2 as is_recent,
        x.recipient_account as account, x.recipient_routing as routing
      from ledger_transaction t join ledger_transaction_text x using (transaction_id)
      where t.account_id = $1 and t.kind = 'transfer' and t.status not in ('failed', 'cancelled')),
  known as (select distinct account, routing from sent where status = 'completed' and not is_recent)
  select exists (select 1 from known where account = $3 and routing = $4) as "isKnown",
    coalesce((select sum(amount_cents) from sent
      where is_recent and (account, routing) not in (select account, routing from known)), 0) as "sentCents"`;

/** Payments of customers with a second factor to recipients whom they have not paid before (AUTH-57). */
@Injectable()
export class NewRecipients {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: FactorAccess,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws FACTOR_REQUIRED the payment exceeds the limit, and the last confirmation is older than five minutes */
  async requireFactor(sender: AuthenticatedUser, transfer: RequestTransferBody): Promise<void> {
    if (await this.exceedsLimit(sender.userId, transfer)) await this.access.requireFresh(sender, 'allowed');
  }

  private async exceedsLimit(
    userId: string,
    { recipientAccount, recipientRouting, amount }: RequestTransferBody,
  ): Promise<boolean> {
    const dayAgo = new Date(this.now().getTime() - DAY_MS);
    const [sent] = await this.dataSource.query<{ isKnown: boolean; sentCents: string }[]>(SELECT_SENT, [
      ...[userId, dayAgo, recipientAccount, recipientRouting],
    ]);
    if (sent?.isKnown === true) return false;
    return Number(sent?.sentCents ?? 0) + amount.cents > this.config.newRecipientLimitCents;
  }
}
