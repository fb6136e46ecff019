import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { newId } from '../../platform/crypto/new-id.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import type { NamedTransfer } from './transfer.dto.js';

/** A customer to pay, and the payment's id. */
interface Recipient {
  readonly accountId: string;
  readonly paymentId: string;
}

const SELECT_CUSTOMER = `
  select r.user_id as "accountId" from account_request r join ledger_account a on a.account_id = r.user_id
  where r.account_number = $1 and r.routing_number = $2 and r.status = 'approved' and a.status <> 'closed'`;

/** Recognizes recipients who are customers of the bank (TRF-61). */
@Injectable()
export class RecipientCustomers {
  constructor(
    private readonly reads: PreparedReads,
    @Inject(CONFIG) private readonly config: Pick<Config, 'paysCustomers'>,
  ) {}

  /**
   * Returns the customer with these account and routing numbers, and an id for the payment to them; undefined if the
   * recipient is not a customer.
   */
  async find({
    recipientAccount,
    recipientRouting,
  }: Pick<NamedTransfer, 'recipientAccount' | 'recipientRouting'>): Promise<Recipient | undefined> {
    if (!this.config.paysCustomers) return undefined;
    const [customer] = await this.reads.query<{ accountId: string }>(SELECT_CUSTOMER, [
      recipientAccount,
      recipientRouting,
    ]);
    return customer && paymentTo(customer.accountId);
  }
}

/** A payment to a customer, with a new id. */
export const paymentTo = (accountId: string): Recipient => ({ accountId, paymentId: newId() });
