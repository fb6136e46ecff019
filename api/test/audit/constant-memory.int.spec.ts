import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from '@jest/globals';
import { formatEventLine } from '../../src/ledger/log/event-lines.js';
import { SYSTEM_ACCOUNTS } from '../../src/ledger/domain/accounts.js';
import { eventHash, GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import { createDatabase, runCliProcess, temporaryFolder } from '../harness/index.js';

const ACCOUNTS = 10;
/** As objects in memory, these transactions alone would need more than HEAP_MIB. */
const CREDITS = 100_000;
const HEAP_MIB = 56;

/** Generates a sound log of many transactions in the format of `ledger export`. */
function* longLog(): Generator<string> {
  let hash: Buffer = GENESIS_HASH;
  const accountIds = Array.from({ length: ACCOUNTS }, () => randomUUID());
  for (let position = 1; position <= ACCOUNTS + CREDITS; position += 1) {
    const accountId = accountIds[position % ACCOUNTS] ?? '';
    const isOpening = position <= ACCOUNTS;
    const amountCents = 100;
    const payload = isOpening
      ? { accountId }
      : {
          transactionId: randomUUID(),
          accountId,
          status: 'completed',
          amountCents,
          category: null,
          textsDigest: 'digest',
          holdCents: 0,
          entries: [
            { accountId, amountCents },
            { accountId: SYSTEM_ACCOUNTS.settlement, amountCents: -amountCents },
          ],
        };
    const fields = {
      position,
      stream: `account:${accountId}`,
      version: Math.ceil(position / ACCOUNTS),
      type: isOpening ? 'AccountOpened' : 'CreditRecorded',
      payloadVersion: 1,
      recordedAt: new Date(Date.UTC(2026, 0, 5) + position),
      actor: 'system',
      correlationId: 'long',
      causationId: '',
      payload: JSON.stringify(payload),
    };
    hash = eventHash(hash, fields);
    yield formatEventLine({ ...fields, hash });
  }
}

describe('ledger verify', () => {
  it('verifies a long log in a heap too small for its transactions [AUD-19]', async () => {
    const file = path.join(await temporaryFolder(), 'log.ndjson');
    await pipeline(Readable.from(longLog()), createWriteStream(file));
    const database = await createDatabase();
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`, DATABASE_AUDITOR_URL: '' };

    const { code, stdout } = await runCliProcess(['verify', '--from-file', file, '--json'], {
      database,
      env,
    });
    await database.drop();

    expect(JSON.parse(stdout)).toMatchObject({ ok: true, counts: { transactions: CREDITS } });
    expect(code).toBe(0);
  });
});
