// @ts-check
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createLedgerWriter } from '../../dist/ledger/create-ledger-writer.js';

/**
 * A process of its own with a ledger writer: at a word of its parent it sends one dollar from each of the
 * accounts, again and again, and tells how many transfers were accepted and why the others were refused.
 */
const [databaseUrl = '', rounds = '0', ...accountIds] = process.argv.slice(2);
const writer = createLedgerWriter(databaseUrl);
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
// Nothing else keeps the process alive while it waits.
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
