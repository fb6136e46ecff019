import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { guessCategory } from '@moniker/common/categories.js';
import { feeCentsOf } from '@moniker/common/fee.js';
import { pickTexts, prepareTexts, TRANSFER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { LedgerBusyError, type Outcome, type Submission } from '../../ledger/writer/submission.js';
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { bankDayOf } from '../../platform/time/bank-day.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import { NewRecipients } from './new-recipients.service.js';
import { MoneyRequests } from './money-requests.service.js';
import { MonikerRecipients, type PaidTo } from './moniker-recipients.service.js';
import { paymentTo, RecipientCustomers } from './recipient-customers.service.js';
import { type PlanSender, RequestTransferCommand } from './request-transfer.command.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import {
  assertNoNumbers,
  assertRecipientName,
  mapOwnTransfer,
  type NamedTransfer,
  type RequestTransferBody,
  type TransferDto,
} from './transfer.dto.js';

/** Maximum number of attempts. Another attempt is made if the account changed between the check and the submission. */
const MAX_ATTEMPTS = 5;
/** A version that no open account has. Given this version, the ledger accepts only a repeat of an earlier request. */
const NO_VERSION = 0;

interface Checks {
  /** Checks the sender. Returns the version of the account that the check is based on. */
  readonly check: () => Promise<number | undefined>;
  readonly submit: (submission: TransferSubmission) => Promise<Outcome>;
}

const NOBODY: PaidTo = {
  ...{ accountId: null, toAccount: null },
  ...{ recipientName: '', recipientAccount: '', recipientRouting: '' },
};

type TransferSubmission = Submission & {
  readonly command: Extract<Submission['command'], { type: 'RequestTransfer' }>;
};

/**
 * Requests a transfer. Checks that the sender may send money (TRF-12) and has confirmed a second factor if one is
 * required (AUTH-57). The ledger checks the balance (TRF-5) and the daily limit (TRF-8).
 */
@CommandHandler(RequestTransferCommand)
export class RequestTransferHandler implements ICommandHandler<RequestTransferCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionQueries,
    private readonly access: SendMoneyAccess,
    private readonly newRecipients: NewRecipients,
    private readonly customers: RecipientCustomers,
    private readonly monikers: MonikerRecipients,
    private readonly requests: MoneyRequests,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    sender,
    transfer,
    context,
    idempotency,
  }: RequestTransferCommand): Promise<IdempotentResponse<TransferDto>> {
    const { moneyRequestId } = transfer;
    const amountCents = transfer.amount.cents;
    const category = transfer.category ?? guessCategory(transfer.purpose);
    const found = await this.findRecipient(sender, transfer);
    const { accountId: recipientId, toAccount, ...numbers } = found instanceof AppError ? NOBODY : found;
    const named = { ...transfer, ...numbers };
    const ownTexts = pickTexts(named, TRANSFER_TEXT_FIELDS);
    const stored = {
      description: `Transfer to ${named.recipientName}`,
      ...ownTexts,
      ...(toAccount !== null && { toAccount }),
      ...(toAccount !== null && sharesPurpose(sender) && { paymentFor: named.purpose }),
    };
    // A transfer that pays a request for money takes the request's id, because the ledger accepts no second transfer
    // with the same id (TRF-112).
    const texts = prepareTexts(stored, '', moneyRequestId);
    const recipient = recipientId === null ? await this.customers.find(named) : paymentTo(recipientId);
    const check = async (): Promise<number | undefined> => {
      if (found instanceof AppError) throw found;
      return this.checkSender(sender, named);
    };
    const submission: TransferSubmission = {
      command: {
        type: 'RequestTransfer',
        transactionId: texts.transactionId,
        accountId: sender.userId,
        amountCents,
        category,
        bankDay: bankDayOf(this.now(), this.config.bankTimeZone),
        textsDigest: texts.textsDigest,
        ...(recipient && { recipient }),
        ...(recipientId !== null && { requiresOpenRecipient: true }),
      },
      context,
      texts: texts.toStore,
      ...(idempotency && { idempotency }),
    };
    const { ledger, requests } = this;
    const submit = (one: TransferSubmission): Promise<Outcome> =>
      moneyRequestId === undefined
        ? ledger.submit(one)
        : requests.whileOpen(sender.userId, moneyRequestId, () => ledger.submit(one));
    const outcome = await this.submitChecked({ check, submit }, submission);
    if (isRecipientGone(outcome) && moneyRequestId !== undefined) throw new AppError('MONEY_REQUEST_CLOSED');
    const receipt = receiptOrThrow(outcome);
    const isReplayed = outcome.ok && outcome.replayed;
    const transactionId = receipt.transactionId ?? texts.transactionId;
    // The response is built from the request and the receipt, so a repeated request gets the same response (LED-5). For
    // a repeated request, the fee and texts are read from the ledger, because the rate or the rules for texts may have
    // changed since the first request.
    const repeated = isReplayed ? await this.transactions.getById(transactionId) : null;
    const response = mapOwnTransfer(
      {
        id: transactionId,
        amountCents,
        feeCents: repeated?.feeCents ?? feeCentsOf(amountCents),
        ...pickTexts(repeated ?? named, TRANSFER_TEXT_FIELDS),
        toAccount: repeated ? repeated.toAccount : toAccount,
        category,
        status: 'pending',
        createdAt: receipt.recordedAt,
      },
      this.config.bankTimeZone,
    );
    return new IdempotentResponse(response, isReplayed);
  }

  /**
   * Returns the recipient of the requested transfer, or the error if the request names no valid recipient. The error
   * isn't thrown yet, because a repeated request must still get the first request's response (LED-5).
   */
  private async findRecipient(
    sender: RequestTransferCommand['sender'],
    transfer: RequestTransferBody,
  ): Promise<PaidTo | AppError> {
    const { userId } = sender;
    const { recipientMoniker, moneyRequestId, amount } = transfer;
    try {
      if (recipientMoniker !== undefined && 'isTooLate' in sender)
        return await this.monikers.resolveKnown(userId, recipientMoniker, [sender.recipientId]);
      if (moneyRequestId === undefined) return await this.monikers.recipientOf(userId, transfer);
      assertNoNumbers(transfer);
      return await this.requests.recipientOf(userId, moneyRequestId, amount.cents);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /**
   * Checks that the sender may make a transfer, then submits it. If the account changed in between, checks and submits
   * again. A repeated request gets the first request's response even if the sender may no longer make the transfer.
   */
  private async submitChecked({ check, submit }: Checks, submission: TransferSubmission): Promise<Outcome> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      let outcome: Outcome;
      try {
        outcome = await submit(atVersion(await check(), submission));
      } catch (error) {
        if (submission.idempotency === undefined || !(error instanceof AppError)) throw error;
        const repeated = await this.ledger.submit(atVersion(NO_VERSION, submission));
        if (repeated.ok || repeated.refusal.code === 'IDEMPOTENCY_KEY_REUSED') return repeated;
        throw error;
      }
      if (!isStale(outcome)) return outcome;
    }
    throw new LedgerBusyError();
  }

  /**
   * Checks that the sender is allowed to make the transfer. Returns the version of the account that the check is based
   * on, or undefined if any version will do.
   */
  private async checkSender(
    sender: AuthenticatedUser | PlanSender,
    transfer: NamedTransfer,
  ): Promise<number | undefined> {
    const isPlanned = 'isTooLate' in sender;
    if (isPlanned && sender.isTooLate) throw new AppError('CONFLICT');
    assertRecipientName(transfer);
    const { hasFactor } = await this.access.require(sender.userId);
    if (isPlanned) return undefined;
    return hasFactor ? this.newRecipients.requireFactor(sender, transfer) : undefined;
  }
}

/**
 * Whether a recipient whom the sender pays by moniker sees the purpose. If a plan was made before the form mentioned
 * this, the purpose stays private.
 */
function sharesPurpose(sender: RequestTransferCommand['sender']): boolean {
  return 'isTooLate' in sender ? sender.sharesPurpose : true;
}

function atVersion(expectedVersion: number | undefined, submission: TransferSubmission): TransferSubmission {
  if (expectedVersion === undefined) return submission;
  return { ...submission, command: { ...submission.command, expectedVersion } };
}

function isRecipientGone(outcome: Outcome): boolean {
  return !outcome.ok && outcome.refusal.code === 'RECIPIENT_NOT_OPEN';
}

function isStale(outcome: Outcome): boolean {
  return !outcome.ok && outcome.refusal.code === 'ACCOUNT_CHANGED';
}
