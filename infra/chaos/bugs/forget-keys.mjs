// @ts-check
// Preloaded into an API to prove that the checker works: the ledger writer forgets the idempotency key of one command
// in ten.
import { randomUUID } from 'node:crypto';
import { inRoot } from '../../local/paths.mjs';

const FORGOTTEN = 0.1;
const { LedgerWriter } = await import(inRoot('api/dist/ledger/writer/ledger-writer.service.js'));
const { submit } = LedgerWriter.prototype;

LedgerWriter.prototype.submit = function (/** @type {any} */ submission) {
  const { idempotency } = submission;
  const isForgotten = idempotency !== undefined && Math.random() < FORGOTTEN;
  const key = isForgotten ? randomUUID() : idempotency?.key;
  return Reflect.apply(submit, this, [
    idempotency ? { ...submission, idempotency: { ...idempotency, key } } : submission,
  ]);
};
