import type { TransactionStatus } from '@moniker/common/transactions.js';
import { availableCentsOf, SYSTEM_ACCOUNTS } from './accounts.js';
import type { LedgerCommand } from './commands.js';
import { decide } from './decide.js';
import type { NewEvent, SequencedEvent } from './events.js';
import { apply, streamVersion, type AccountEntry } from './apply.js';
import type { Refusal } from './refusals.js';
import { accountIn, initialState } from './state.js';
import type { TransactionState } from './transactions.js';

export const ALICE = 'a0000000-0000-4000-8000-000000000001';
export const BOB = 'b0000000-0000-4000-8000-000000000001';
export const MONDAY = '2026-03-02';
export const TUESDAY = '2026-03-03';
export const MONDAY_NOON = Date.UTC(2026, 2, 2, 17);

const MINUTE_MS = 60_000;

export const dollars = (amount: number): number => Math.round(amount * 100);

/** A test's n-th transaction id. */
export const txn = (n: number): string => `c0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/**
 * The pure domain without a database: decides commands, numbers the events and applies them. Each event is recorded one
 * minute after the previous one.
 */
export class InMemoryLedger {
  readonly state = initialState();
  readonly events: SequencedEvent[] = [];
  readonly entries: AccountEntry[] = [];

  /** Executes a command. Returns its events or its refusal. */
  submit(command: LedgerCommand): readonly SequencedEvent[] | Refusal {
    const decision = decide(command, this.state);
    return decision.ok ? decision.events.map((event) => this.append(event)) : decision.refusal;
  }

  /** Executes commands to set up a test. Throws if one is refused. */
  execute(...commands: LedgerCommand[]): this {
    for (const command of commands) this.expectAccepted(command);
    return this;
  }

  expectAccepted(command: LedgerCommand): readonly SequencedEvent[] {
    const result = this.submit(command);
    if ('code' in result) throw new Error(`${command.type} was refused: ${result.code}`);
    return result;
  }

  expectRefused(command: LedgerCommand): Refusal {
    const result = this.submit(command);
    if ('code' in result) return result;
    throw new Error(`${command.type} was not refused`);
  }

  balance(accountId: string): { posted: number; held: number; available: number } {
    const account = accountIn(this.state, accountId);
    return { posted: account.postedCents, held: account.heldCents, available: availableCentsOf(account) };
  }

  /** Returns the balances of the bank's own accounts. */
  systemBalances(): { settlement: number; fees: number; adjustments: number; unclaimed: number } {
    const posted = (accountId: string) => accountIn(this.state, accountId).postedCents;
    return {
      settlement: posted(SYSTEM_ACCOUNTS.settlement),
      fees: posted(SYSTEM_ACCOUNTS.fees),
      adjustments: posted(SYSTEM_ACCOUNTS.adjustments),
      unclaimed: posted(SYSTEM_ACCOUNTS.unclaimed),
    };
  }

  transaction(transactionId: string): TransactionState {
    const transaction = this.state.transactions.get(transactionId);
    if (transaction === undefined) throw new Error(`transaction ${transactionId} does not exist`);
    return transaction;
  }

  private append(event: NewEvent): SequencedEvent {
    const position = this.events.length + 1;
    const sequenced: SequencedEvent = {
      ...event,
      position,
      version: streamVersion(this.state, event.stream) + 1,
      recordedAt: new Date(MONDAY_NOON + position * MINUTE_MS),
    };
    this.entries.push(...apply(this.state, sequenced));
    this.events.push(sequenced);
    return sequenced;
  }
}

/** Returns a ledger in which Alice's account has the given balance, from one credit (`txn(0)`). */
export function aliceWith(balanceCents: number): InMemoryLedger {
  const ledger = new InMemoryLedger().execute({ type: 'OpenAccount', accountId: ALICE });
  return balanceCents === 0 ? ledger : ledger.execute(credit(txn(0), balanceCents));
}

export function transfer(transactionId: string, amountCents: number, bankDay = MONDAY): LedgerCommand {
  return {
    type: 'RequestTransfer',
    transactionId,
    accountId: ALICE,
    amountCents,
    category: 'bills',
    bankDay,
    textsDigest: 'digest',
  };
}

export function credit(
  transactionId: string,
  amountCents: number,
  status: TransactionStatus = 'completed',
): LedgerCommand {
  return {
    type: 'RecordCredit',
    transactionId,
    accountId: ALICE,
    amountCents,
    category: null,
    status,
    textsDigest: 'digest',
  };
}

export function incomingPayment(
  transactionId: string,
  amountCents: number,
  status: TransactionStatus = 'pending',
): LedgerCommand {
  return {
    type: 'CreateIncomingPayment',
    transactionId,
    accountId: ALICE,
    amountCents,
    status,
    textsDigest: 'digest',
  };
}

/** A review that changes only the status. */
export function setStatus(transactionId: string, status: TransactionStatus): LedgerCommand {
  return { type: 'ReviewTransaction', transactionId, status, notesDigest: null, shownAt: null };
}

/** A cancellation by the customer. */
export function cancel(transactionId: string, accountId = ALICE): LedgerCommand {
  return { type: 'CancelTransfer', transactionId, accountId };
}

export function adjust(transactionId: string, balanceCents: number): LedgerCommand {
  return { type: 'AdjustBalance', transactionId, accountId: ALICE, balanceCents, textsDigest: 'digest' };
}

export const freezeAlice: LedgerCommand = {
  ...{ type: 'FreezeAccount', accountId: ALICE },
  ...{ reason: 'suspicious_activity', signIn: 'blocked' },
};

export const unfreezeAlice: LedgerCommand = { type: 'UnfreezeAccount', accountId: ALICE, reason: 'resolved' };

export const closeAlice: LedgerCommand = { type: 'CloseAccount', accountId: ALICE };
