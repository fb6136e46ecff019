// @ts-check
import { randomUUID } from 'node:crypto';
import { createLedgerWriter } from '../../dist/ledger/create-ledger-writer.js';
import { BatchSigner } from '../../dist/ledger/signing/batch-signer.js';
import { deriveSecrets } from '../../dist/platform/config/secrets.js';
import { TEST_SECRET_KEY } from '../harness/services/test-secret-key.mjs';

/**
 * Runs in its own process until it is killed. Many callers credit an account continuously, so the writer pipelines
 * batches. Reports the acknowledged transactions and the number of pipelined batches to the parent process.
 */
const [databaseUrl = '', accountId = '', callers = '0'] = process.argv.slice(2);
const signer = new BatchSigner(deriveSecrets(Buffer.from(TEST_SECRET_KEY, 'base64url')).writer);
const writer = createLedgerWriter(databaseUrl, signer);
/** @type {string[]} */
let acknowledged = [];

async function caller() {
  for (;;) {
    const transactionId = randomUUID();
    const outcome = await writer.submit({
      context: { actor: 'user:flood', correlationId: 'test' },
      command: {
        type: 'RecordCredit',
        transactionId,
        accountId,
        amountCents: 1,
        category: null,
        status: 'completed',
        textsDigest: 'digest',
      },
    });
    if (outcome.ok) acknowledged.push(transactionId);
  }
}

setInterval(() => {
  process.send?.({ acknowledged, pipelinedBatches: writer.stats().pipelinedBatches });
  acknowledged = [];
}, 5);
await Promise.all(Array.from({ length: Number(callers) }, caller));
