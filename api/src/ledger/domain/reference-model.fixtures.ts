import type { TransactionStatus } from '@moniker/common/transactions.js';
import { isSystemAccount, SYSTEM_ACCOUNTS } from './accounts.js';
import type { LedgerCommand, Recipient, RequestTransfer } from './commands.js';
import type { RefusalCode } from './refusals.js';

/**
 * An independent model of the ledger for property tests. It implements the same rules without balances or events: it
 * keeps three lists (transactions with their statuses, balance edits, and sweeps) and computes each balance from
 * them. If the model and the ledger disagree, one of them is wrong.
 */
export class ReferenceModel {
  private readonly accounts = new Map<string, { closed: boolean; lastDay: string | null }>();
  private readonly frozen = new Set<string>();
  private readonly transactions = new Map<string, ModelTransaction>();
  private readonly canceledByCustomer = new Set<string>();
  private readonly edits: { accountId: string; transactionId: string; deltaCents: number }[] = [];
  private readonly sweeps: { accountId: string; cents: number }[] = [];

  /**
   * Returns the rules that the command breaks. The ledger must accept a command if and only if the command breaks no
   * rule.
   */
  brokenRules(command: LedgerCommand): RefusalCode[] {
    switch (command.type) {
      case 'OpenAccount':
        return isSystemAccount(command.accountId) || this.accounts.has(command.accountId)
          ? ['ACCOUNT_EXISTS']
          : [];
      case 'RequestTransfer':
        return this.brokenByNew(command, () => [
          ...this.brokenByRecipient(command),
          ...when(this.frozen.has(command.accountId), 'ACCOUNT_FROZEN'),
          ...when(command.amountCents > this.availableCents(command.accountId), 'INSUFFICIENT_FUNDS'),
          ...when(
            this.sentCents(command.accountId, this.dayOf(command)) + command.amountCents > 200_000,
            'DAILY_LIMIT_EXCEEDED',
          ),
        ]);
      case 'CreateIncomingPayment':
      case 'RecordCredit':
        return this.brokenByNew(command, () => []);
      case 'AdjustBalance':
        return this.brokenByNew({ ...command, amountCents: command.balanceCents + 1 }, () =>
          when(command.balanceCents < this.heldCents(command.accountId), 'BALANCE_BELOW_HELD'),
        );
      case 'ReviewTransaction':
        return this.brokenByReview(command);
      case 'CancelTransfer':
        return this.brokenByCancellation(command);
      case 'CloseAccount':
      case 'FreezeAccount':
        return this.brokenByAccount(command.accountId);
      case 'UnfreezeAccount': {
        const broken = this.brokenByAccount(command.accountId);
        return broken.length > 0 ? broken : when(!this.frozen.has(command.accountId), 'ACCOUNT_NOT_FROZEN');
      }
      case 'RecordAudit':
        return [];
      case 'ApplyGuarded':
      case 'ApplyApproved':
        return this.brokenRules(command.command);
    }
  }

  /** Records an accepted command. */
  accept(command: LedgerCommand): void {
    switch (command.type) {
      case 'OpenAccount':
        this.accounts.set(command.accountId, { closed: false, lastDay: null });
        return;
      case 'RequestTransfer': {
        const bankDay = this.dayOf(command);
        const { accountId, amountCents } = command;
        this.transactions.set(command.transactionId, {
          ...{ direction: 'out', accountId, amountCents, bankDay, status: 'pending' },
          payment: this.recipientOf(command) ?? null,
        });
        this.accounts.set(accountId, { closed: false, lastDay: bankDay });
        return;
      }
      case 'CreateIncomingPayment':
      case 'RecordCredit': {
        const { accountId, amountCents, status } = command;
        this.transactions.set(command.transactionId, {
          ...{ direction: 'in', accountId, amountCents, bankDay: null, status, payment: null },
        });
        return;
      }
      case 'AdjustBalance': {
        const { accountId, transactionId } = command;
        const deltaCents = command.balanceCents - this.postedCents(accountId);
        if (deltaCents !== 0) this.edits.push({ accountId, transactionId, deltaCents });
        return;
      }
      case 'ReviewTransaction': {
        const transaction = this.transactions.get(command.transactionId);
        if (transaction !== undefined && command.status !== null) {
          this.pay(transaction, command.status);
          transaction.status = command.status;
        }
        return;
      }
      case 'CancelTransfer': {
        const transaction = this.transactions.get(command.transactionId);
        if (transaction === undefined) return;
        transaction.status = 'cancelled';
        this.canceledByCustomer.add(command.transactionId);
        return;
      }
      case 'CloseAccount':
        for (const transaction of this.of(command.accountId))
          if (isHeld(transaction)) transaction.status = 'cancelled';
        this.sweeps.push({ accountId: command.accountId, cents: this.postedCents(command.accountId) });
        this.accounts.set(command.accountId, { closed: true, lastDay: null });
        return;
      case 'FreezeAccount':
        this.frozen.add(command.accountId);
        return;
      case 'UnfreezeAccount':
        this.frozen.delete(command.accountId);
        return;
      case 'RecordAudit':
        return;
      case 'ApplyGuarded':
      case 'ApplyApproved':
        this.accept(command.command);
        return;
    }
  }

  /** Returns the posted and held amounts of each account by its id, including the bank's own accounts. */
  balances(): Map<string, { posted: number; held: number }> {
    const all = [...this.transactions.values()];
    const completed = all.filter(({ status }) => status === 'completed');
    const feesCents = total(completed.map(feeCents));
    const movedCents = total(completed.map((transaction) => 0 - signedCents(transaction)));
    const bank = {
      [SYSTEM_ACCOUNTS.fees]: feesCents,
      [SYSTEM_ACCOUNTS.settlement]: movedCents - feesCents,
      [SYSTEM_ACCOUNTS.adjustments]: total(this.edits.map(({ deltaCents }) => 0 - deltaCents)),
      [SYSTEM_ACCOUNTS.unclaimed]: total(this.sweeps.map(({ cents }) => cents)),
    };
    return new Map([
      ...[...this.accounts.keys()].map(
        (id) => [id, { posted: this.postedCents(id), held: this.heldCents(id) }] as const,
      ),
      ...Object.entries(bank).map(([id, posted]) => [id, { posted, held: 0 }] as const),
    ]);
  }

  /** The account's status in the model; undefined if the account was never opened. */
  accountStatusOf(accountId: string): 'open' | 'frozen' | 'closed' | undefined {
    const account = this.accounts.get(accountId);
    if (account === undefined || account.closed) return account && 'closed';
    return this.frozen.has(accountId) ? 'frozen' : 'open';
  }

  statusOf(transactionId: string): TransactionStatus | undefined {
    return this.transactions.get(transactionId)?.status;
  }

  private brokenByAccount(accountId: string): RefusalCode[] {
    const account = this.accounts.get(accountId);
    if (account === undefined) return ['ACCOUNT_NOT_FOUND'];
    return account.closed ? ['ACCOUNT_CLOSED'] : [];
  }

  private brokenByNew(
    command: { accountId: string; transactionId: string; amountCents: number },
    otherRules: () => RefusalCode[],
  ): RefusalCode[] {
    const { accountId, transactionId, amountCents } = command;
    const broken = this.brokenByAccount(accountId);
    if (broken.length > 0) return broken;
    return [
      ...when(!Number.isInteger(amountCents) || amountCents < 1 || amountCents > 1e9, 'AMOUNT_INVALID'),
      ...when(this.transactions.has(transactionId) || this.isEdit(transactionId), 'TRANSACTION_EXISTS'),
      ...otherRules(),
    ];
  }

  private brokenByReview(command: Extract<LedgerCommand, { type: 'ReviewTransaction' }>): RefusalCode[] {
    const { transactionId, status } = command;
    const edit = this.edits.find((candidate) => candidate.transactionId === transactionId);
    const transaction = this.transactions.get(transactionId);
    if (transaction === undefined) {
      if (edit === undefined) return ['TRANSACTION_NOT_FOUND'];
      const broken = this.brokenByAccount(edit.accountId);
      return broken.length > 0
        ? broken
        : when(status !== null && status !== 'completed', 'TRANSACTION_FINAL');
    }
    const broken = this.brokenByAccount(transaction.accountId);
    if (broken.length > 0) return broken;
    if (transaction.isPaymentOf || (transaction.payment && command.shownAt !== null)) return ['PAIRED'];
    if (status === null) return broken;
    if (this.canceledByCustomer.has(transactionId))
      return when(status !== 'cancelled', 'CANCELED_BY_CUSTOMER');
    const before = availableEffect(transaction);
    const after = availableEffect({ ...transaction, status });
    const recipient = this.brokenByPayment(transaction, status);
    if (this.availableCents(transaction.accountId) - before + after >= 0) return recipient;
    return [
      ...recipient,
      transaction.status === 'completed' ? 'REVERSAL_EXCEEDS_AVAILABLE' : 'INSUFFICIENT_FUNDS',
    ];
  }

  /** A new transfer's recipient, if their account exists and is not closed. A frozen account can receive money. */
  private recipientOf({ recipient }: RequestTransfer): Recipient | undefined {
    return recipient && this.brokenByAccount(recipient.accountId).length === 0 ? recipient : undefined;
  }

  private brokenByRecipient(command: RequestTransfer): RefusalCode[] {
    const recipient = this.recipientOf(command);
    if (recipient === undefined) return when(command.requiresOpenRecipient === true, 'RECIPIENT_NOT_OPEN');
    const { accountId, paymentId } = recipient;
    return [
      ...when(accountId === command.accountId, 'OWN_RECIPIENT'),
      ...when(
        paymentId === command.transactionId || this.transactions.has(paymentId) || this.isEdit(paymentId),
        'TRANSACTION_EXISTS',
      ),
    ];
  }

  private brokenByPayment(
    { payment, status: from, ...transfer }: ModelTransaction,
    to: string,
  ): RefusalCode[] {
    if (payment === null || (from === 'completed') === (to === 'completed')) return [];
    if (this.brokenByAccount(payment.accountId).length > 0) return ['RECIPIENT_CLOSED'];
    const other = this.transactions.get(payment.paymentId);
    if (this.isEdit(payment.paymentId) || (other && other.isPaymentOf !== payment))
      return ['TRANSACTION_EXISTS'];
    const netCents = transfer.amountCents - feeCents({ payment, status: from, ...transfer });
    return when(from === 'completed' && this.availableCents(payment.accountId) < netCents, 'RECIPIENT_SHORT');
  }

  /**
   * Pays the recipient when a transfer is completed, or takes the payment back if the transfer is no longer completed.
   */
  private pay(transfer: ModelTransaction, to: string): void {
    const { payment, status: from } = transfer;
    if (payment === null || (from === 'completed') === (to === 'completed')) return;
    this.transactions.set(payment.paymentId, {
      ...{
        direction: 'in',
        accountId: payment.accountId,
        bankDay: null,
        payment: null,
        isPaymentOf: payment,
      },
      amountCents: transfer.amountCents - feeCents(transfer),
      status: to === 'completed' ? 'completed' : 'failed',
    });
  }

  private brokenByCancellation(command: Extract<LedgerCommand, { type: 'CancelTransfer' }>): RefusalCode[] {
    const transaction = this.transactions.get(command.transactionId);
    if (transaction?.direction !== 'out' || transaction.accountId !== command.accountId) {
      return ['TRANSACTION_NOT_FOUND'];
    }
    return [
      ...this.brokenByAccount(command.accountId),
      ...when(transaction.status !== 'pending', 'TRANSFER_NOT_PENDING'),
    ];
  }

  private of(accountId: string): ModelTransaction[] {
    return [...this.transactions.values()].filter((transaction) => transaction.accountId === accountId);
  }

  private postedCents(accountId: string): number {
    const completed = this.of(accountId).filter(({ status }) => status === 'completed');
    const edits = this.edits.filter((edit) => edit.accountId === accountId);
    const sweeps = this.sweeps.filter((sweep) => sweep.accountId === accountId);
    return (
      total(completed.map(signedCents)) +
      total(edits.map(({ deltaCents }) => deltaCents)) -
      total(sweeps.map(({ cents }) => cents))
    );
  }

  private heldCents(accountId: string): number {
    return total(
      this.of(accountId)
        .filter(isHeld)
        .map(({ amountCents }) => amountCents),
    );
  }

  private availableCents(accountId: string): number {
    return this.postedCents(accountId) - this.heldCents(accountId);
  }

  /**
   * What counts toward a bank day's limit: the account's transfers on that day, except failed and canceled ones.
   */
  private sentCents(accountId: string, bankDay: string): number {
    return total(
      this.of(accountId)
        .filter((one) => one.bankDay === bankDay && one.status !== 'failed' && one.status !== 'cancelled')
        .map(({ amountCents }) => amountCents),
    );
  }

  private dayOf(command: { accountId: string; bankDay: string }): string {
    const last = this.accounts.get(command.accountId)?.lastDay ?? '';
    return last > command.bankDay ? last : command.bankDay;
  }

  private isEdit(transactionId: string): boolean {
    return this.edits.some((edit) => edit.transactionId === transactionId);
  }
}

interface ModelTransaction {
  readonly direction: 'in' | 'out';
  readonly accountId: string;
  readonly amountCents: number;
  readonly bankDay: string | null;
  /** The customer whom a transfer pays, if any, and the payment's id. */
  readonly payment: Recipient | null;
  readonly isPaymentOf?: Recipient;
  status: TransactionStatus;
}

const OPEN: readonly string[] = ['pending', 'processing', 'initiated', 'in_review'];

const isHeld = (transaction: ModelTransaction) =>
  transaction.direction === 'out' && OPEN.includes(transaction.status);

const signedCents = ({ direction, amountCents }: ModelTransaction) =>
  direction === 'out' ? -amountCents : amountCents;

/** 2% rounded half up. Deliberately uses different arithmetic from the ledger's. */
function feeCents({ direction, amountCents }: ModelTransaction): number {
  if (direction === 'in') return 0;
  const hundredths = BigInt(amountCents) * 2n;
  return Number(hundredths / 100n) + (hundredths % 100n >= 50n ? 1 : 0);
}

function availableEffect(transaction: ModelTransaction): number {
  if (transaction.status === 'completed') return signedCents(transaction);
  return isHeld(transaction) ? -transaction.amountCents : 0;
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const when = (holds: boolean, code: RefusalCode): RefusalCode[] => (holds ? [code] : []);
