import { randomUUID } from 'node:crypto';
import { digestTexts, newSalt } from '../src/ledger/texts/transaction-texts.js';
import type { LedgerWriter } from '../src/ledger/writer/ledger-writer.service.js';
import type { Submission } from '../src/ledger/writer/submission.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { WriteTransfer } from './load.js';
import type { TransferRequest } from './transfer-source.js';

/** $1,000,000: enough for all transfers of a run. */
const FUNDS_CENTS = 100_000_000;

/** Writes transfers through the ledger writer, as the API does. */
export function writeThroughLedger(writer: LedgerWriter): WriteTransfer {
  return async (request) => {
    await submitOrThrow(writer, transferSubmission(request));
  };
}

/** Opens accounts and funds each with a credit. */
export async function openAccounts(writer: LedgerWriter, accountIds: readonly string[]): Promise<void> {
  await Promise.all(
    accountIds.map(async (accountId) => {
      await submitOrThrow(writer, {
        command: { type: 'OpenAccount', accountId },
        context: contextOf('system'),
      });
      await submitOrThrow(writer, fundsSubmission(accountId));
    }),
  );
}

async function submitOrThrow(writer: LedgerWriter, submission: Submission): Promise<void> {
  const outcome = await writer.submit(submission);
  if (!outcome.ok) throw new Error(`the ledger refused a command: ${outcome.refusal.code}`);
}

function transferSubmission({ texts, idempotency, ...request }: TransferRequest): Submission {
  const salt = newSalt();
  const transactionId = newId();
  return {
    command: { type: 'RequestTransfer', transactionId, ...request, textsDigest: digestTexts(texts, salt) },
    context: contextOf(`user:${request.accountId}`),
    idempotency,
    texts: { kind: 'new', transactionId, salt, texts },
  };
}

function fundsSubmission(accountId: string): Submission {
  const salt = newSalt();
  const texts = { description: 'Opening credit' };
  const transactionId = randomUUID();
  return {
    command: {
      type: 'RecordCredit',
      transactionId,
      accountId,
      amountCents: FUNDS_CENTS,
      category: null,
      status: 'completed',
      textsDigest: digestTexts(texts, salt),
    },
    context: contextOf('system'),
    texts: { kind: 'new', transactionId, salt, texts },
  };
}

function contextOf(actor: string) {
  return { actor, correlationId: randomUUID() };
}
