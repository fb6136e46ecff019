// @ts-check
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createLedgerWriter } from '../../dist/ledger/create-ledger-writer.js';
import { BatchSigner } from '../../dist/ledger/signing/batch-signer.js';
import { deriveSecrets } from '../../dist/platform/config/secrets.js';
import { TEST_SECRET_KEY } from '../harness/services/test-secret-key.mjs';

/**
 * Runs a ledger writer in its own process. After a message from its parent process, it transfers one dollar from each
 * account in each round and reports the number of accepted transfers and the refusal codes.
 */
const [databaseUrl = '', rounds = '0', ...accountIds] = process.argv.slice(2);
const signer = new BatchSigner(deriveSecrets(Buffer.from(TEST_SECRET_KEY, 'base64url')).writer);
const writer = createLedgerWriter(databaseUrl, signer);
const context = { actor: `process:${process.pid}`, correlationId: 'test' };

function sendOneDollar(/** @type {string} */ accountId) {
  return writer.submit({
    context,
    command: {
      type: 'RequestTransfer',
      transactionId: randomUUID(),
      accountId,
      amountCents: 100,
      category: 'other',
      bankDay: '2026-03-02',
      textsDigest: 'digest',
    },
  });
}

const outcomes = [];
// Keeps the process alive while it waits for the message.
process.channel?.ref();
process.send?.('ready');
await once(process, 'message');
for (let round = 0; round < Number(rounds); round += 1) {
  outcomes.push(...(await Promise.all(accountIds.map(sendOneDollar))));
}
await writer.close();
process.send?.({
  accepted: outcomes.filter(({ ok }) => ok).length,
  refusals: [...new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code])))],
});
process.disconnect();
