import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../http/app-error.js';
import { monikerRefused } from '../../http/refusal-error.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { seal, unseal } from '../../platform/crypto/sealed-text.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { FoundRecipientDto } from './moniker-recipient.dto.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import { assertNoNumbers, type RequestTransferBody } from './transfer.dto.js';

const PROOF_MS = 60 * 60 * 1000;
/**
 * Whether a sender gets this message depends only on what the sender did before. So the message reveals nothing about
 * the customer (TRF-103).
 */
const LOOK_UP = 'Look up this person again. A lookup is valid for an hour.';

// Every moniker is looked up with the same query, so that the timing doesn't distinguish unknown monikers from hidden
// customers.
const selectCustomer = (where: string): string => `
  select u.id, u.moniker, u.first_name as "firstName", u.last_name as "lastName", u.is_findable as "isFindable",
      r.account_number as "accountNumber", r.routing_number as "routingNumber",
      coalesce(a.status <> 'closed', false) as "isOpen"
    from app_user u
      left join account_request r on r.user_id = u.id and r.status = 'approved'
      left join ledger_account a on a.account_id = u.id
    where ${where} and u.deleted_at is null
    order by r.created_at desc limit 1`;
const SELECT_BY_MONIKER = selectCustomer('u.moniker = $1');
const SELECT_BY_ID = selectCustomer('u.id = $1');

// The customers whom this sender has named by this moniker in a transfer or plan, and the sender if the moniker is
// their own.
const SELECT_KNOWN = `
  select distinct t.recipient_id as id
    from ledger_transaction t join ledger_transaction_text x using (transaction_id)
    where t.account_id = $1 and t.kind = 'transfer' and x.to_account = '$' || $2
  union select recipient_id from transfer_plan where user_id = $1 and to_account = '$' || $2
  union select id from app_user where id = $1 and moniker = $2`;

interface Customer {
  readonly id: string;
  readonly moniker: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isFindable: boolean;
  readonly accountNumber: string | null;
  readonly routingNumber: string | null;
  readonly isOpen: boolean;
}

/** What a proof says: this sender has looked up this customer by this moniker. */
interface Proof {
  readonly senderId: string;
  readonly moniker: string;
  readonly recipientId: string;
  readonly expiresAt: number;
}

/** The recipient of a transfer to a moniker, as the transfer records them. */
export interface MonikerRecipient {
  readonly accountId: string;
  /** “Bob L.” */
  readonly recipientName: string;
  readonly recipientAccount: string;
  readonly recipientRouting: string;
  /**
   * The moniker with its dollar sign. Marks a transfer whose sender sees only the account number's last four digits
   * (TRF-101).
   */
  readonly toAccount: string;
}

/** A recipient. `accountId` and `toAccount` are null if the sender typed an account number and a routing number. */
export type PaidTo = Omit<MonikerRecipient, 'accountId' | 'toAccount'> & {
  readonly [Field in 'accountId' | 'toAccount']: string | null;
};

/** Finds recipients by their moniker (TRF-100). */
@Injectable()
export class MonikerRecipients {
  constructor(
    private readonly reads: PreparedReads,
    private readonly access: SendMoneyAccess,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'paysCustomers' | 'secrets'>,
  ) {}

  /**
   * Returns the customer with exactly this moniker, for a sender who is allowed to send money.
   *
   * @throws MONIKER_NOT_FOUND no customer with this moniker can be paid, whatever the reason (TRF-102)
   * @throws OWN_RECIPIENT the moniker is the sender's own
   */
  async find(senderId: string, moniker: string): Promise<FoundRecipientDto> {
    await this.requireAccess(senderId);
    const customer = await this.findPayable(moniker, [], senderId);
    const proof: Proof = {
      ...{ senderId, moniker, recipientId: customer.id },
      expiresAt: this.now().getTime() + PROOF_MS,
    };
    return {
      moniker,
      name: shownName(customer),
      proof: seal(JSON.stringify(proof), this.config.secrets.recipientProofs).toString('base64url'),
    };
  }

  /** Returns the recipient that a transfer or plan names, by account number or by moniker (see `resolve`). */
  async recipientOf(senderId: string, named: RequestTransferBody): Promise<PaidTo> {
    const { recipientMoniker, recipientProof, ...typed } = named;
    const { recipientName = '', recipientAccount = '', recipientRouting = '' } = typed;
    if (recipientMoniker === undefined)
      return { recipientName, recipientAccount, recipientRouting, accountId: null, toAccount: null };
    assertNoNumbers(named);
    return this.resolve(senderId, recipientMoniker, recipientProof);
  }

  /**
   * Returns a transfer's recipient, whom the sender must have looked up within the last hour or named in an earlier
   * transfer or plan. Without this rule, transfers could be used as extra lookups (TRF-103).
   *
   * @throws MONIKER_NOT_FOUND the sender has neither looked up nor named the customer, or the customer can no longer be
   * paid (TRF-104)
   * @throws OWN_RECIPIENT the moniker is the sender's own
   */
  async resolve(senderId: string, moniker: string, proof: string | undefined): Promise<MonikerRecipient> {
    this.requireOffered();
    return this.resolveKnown(senderId, moniker, await this.knownIds(senderId, moniker, proof));
  }

  /**
   * Returns the customer with a moniker if they are one of `ids`. A plan passes the person who had the moniker when the
   * plan was made (TRF-134).
   *
   * @throws MONIKER_NOT_FOUND the moniker's owner is not one of `ids`, or cannot be paid
   * @throws OWN_RECIPIENT the moniker is the sender's own
   */
  async resolveKnown(
    senderId: string,
    moniker: string,
    ids: readonly (string | null)[],
  ): Promise<MonikerRecipient> {
    this.requireOffered();
    if (ids.length === 0) throw new AppError('MONIKER_NOT_FOUND', LOOK_UP, { fields: ['recipientMoniker'] });
    const recipient = recipientOf(await this.findPayable(moniker, ids, senderId));
    if (recipient === null) throw monikerRefused();
    return recipient;
  }

  /**
   * Returns a customer who has asked for money, even if nobody can find them by moniker. Returns null if they have no
   * open account.
   */
  async ofCustomer(id: string): Promise<MonikerRecipient | null> {
    this.requireOffered();
    const [customer] = await this.reads.query<Customer>(SELECT_BY_ID, [id]);
    return customer?.isOpen ? recipientOf(customer) : null;
  }

  /** @throws AppError the bank offers no transfers to monikers, or the customer cannot send money (TRF-12) */
  async requireAccess(userId: string): Promise<void> {
    this.requireOffered();
    await this.access.require(userId);
  }

  private requireOffered(): void {
    if (!this.config.paysCustomers) throw new AppError('MONIKER_TRANSFERS_OFF');
  }

  /** Returns the customer with a moniker if they are one of `ids`. An empty list allows any customer. */
  private async findPayable(
    moniker: string,
    ids: readonly (string | null)[],
    senderId: string,
  ): Promise<Customer> {
    const [customer] = await this.reads.query<Customer>(SELECT_BY_MONIKER, [moniker]);
    if (customer?.id === senderId) {
      throw new AppError('OWN_RECIPIENT', undefined, { fields: ['recipientMoniker'] });
    }
    const isPayable = customer?.isFindable === true && customer.isOpen && customer.accountNumber !== null;
    if (ids.length > 0 && !(isPayable && ids.includes(customer.id))) throw monikerRefused();
    if (!isPayable) throw new AppError('MONIKER_NOT_FOUND', undefined, { fields: ['recipientMoniker'] });
    return customer;
  }

  private async knownIds(senderId: string, moniker: string, proof: string | undefined): Promise<string[]> {
    const looked = proof === undefined ? null : this.readProof(proof);
    const isValid =
      looked !== null &&
      looked.senderId === senderId &&
      looked.moniker === moniker &&
      looked.expiresAt > this.now().getTime();
    if (isValid) return [looked.recipientId];
    const known = await this.reads.query<{ id: string | null }>(SELECT_KNOWN, [senderId, moniker]);
    return known.flatMap(({ id }) => id ?? []);
  }

  private readProof(proof: string): Proof | null {
    try {
      const text = unseal(Buffer.from(proof, 'base64url'), [this.config.secrets.recipientProofs]);
      return JSON.parse(text) as Proof;
    } catch {
      return null;
    }
  }
}

function recipientOf(customer: Customer): MonikerRecipient | null {
  const { id, moniker, accountNumber, routingNumber } = customer;
  if (accountNumber === null || routingNumber === null) return null;
  const numbers = { recipientAccount: accountNumber, recipientRouting: routingNumber };
  return { accountId: id, recipientName: shownName(customer), ...numbers, toAccount: `$${moniker}` };
}

/** “Bob L.”: the part of a customer's name that a sender learns. */
export function shownName({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string {
  const [initial] = new Intl.Segmenter().segment(lastName.trim());
  return initial === undefined ? firstName : `${firstName} ${initial.segment.toUpperCase()}.`;
}
