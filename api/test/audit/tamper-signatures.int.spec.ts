import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { signCheckpoint } from '../../src/ledger/proof/checkpoint.js';
import { BatchSigner } from '../../src/ledger/signing/batch-signer.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import { formatWriterKey, combineWriterKeys, type WriterKey } from '../../src/ledger/signing/writer-keys.js';
import type { Finding } from '../../src/ledger/verify/finding-list.js';
import { verifyLedger, type VerifyResult } from '../../src/ledger/verify/verify-ledger.js';
import { credit, submission } from '../ledger/ledger.fixtures.js';
import {
  createDemoDatabase,
  query,
  runCli,
  signIn,
  startApi,
  temporaryFolder,
  useDatabase,
} from '../harness/index.js';
import {
  BOB,
  restoreLedger,
  SAMPLE_LENGTH,
  snapshotLedger,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { checkpointAt, executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

/**
 * Number of batches in the sample. Each command is one batch of one event, except for the command that closes an
 * account, whose batch has two events.
 */
const BATCHES = SAMPLE_LENGTH - 1;
/** The attacker's signer. */
const FORGER = new BatchSigner(Buffer.alloc(32, 66));
/** The signer of the bank's second writer. */
const SECOND = new BatchSigner(Buffer.alloc(32, 67));

const database = useDatabase();

beforeAll(async () => {
  await writeSampleLedger(database);
  await snapshotLedger(database);
});

afterEach(() => restoreLedger(database));

const keyOf = ({ key: { id, publicKey } }: BatchSigner, from = 1, to: number | null = null): WriterKey => ({
  ...{ id, publicKey, from, to },
});

/** Verifies with the public keys that an auditor keeps. Without keys, no signature is checked. */
function verify(...keys: WriterKey[]): Promise<VerifyResult> {
  return withAuditConnection(database.auditorUrl, (sql) =>
    verifyLedger(sql, { writers: combineWriterKeys(keys) }),
  );
}

const verifyWithKey = () => verify(keyOf(TEST_SIGNER));

/**
 * Verifies with these keys, by default the sample's key, and returns the findings about signatures. Expects no other
 * findings. Also expects that verifying without keys finds nothing.
 */
async function signatureFindings(...keys: WriterKey[]): Promise<readonly Finding[]> {
  await expect(verify()).resolves.toMatchObject({ ok: true });
  const { findings } = await verify(...(keys.length === 0 ? [keyOf(TEST_SIGNER)] : keys));
  expect(findings.filter(({ check }) => check !== 'signatures')).toEqual([]);
  return findings;
}

/** Appends credits with any signer. An attacker who has the database and the program could do the same. */
async function append(signer: BatchSigner, count = 1): Promise<void> {
  const writer = createLedgerWriter(database.superUrl, signer);
  try {
    for (let index = 0; index < count; index += 1) await writer.submit(submission(credit(BOB, 90_000)));
  } finally {
    await writer.close();
  }
}

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);
const rebuild = () => runCli(['rebuild'], { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });
const END = SAMPLE_LENGTH;

describe('a log that its writers have signed', () => {
  it('is sound from the first event to the head [AUD-22]', async () => {
    await expect(verifyWithKey()).resolves.toMatchObject({
      ok: true,
      signed: { from: 1, to: END, batches: BATCHES },
    });
  });

  it('is sound from a checkpoint on, and the batches before the checkpoint are not read again [AUD-22]', async () => {
    await query(database.superUrl, 'select 1');
    const since = await withAuditConnection(database.auditorUrl, (sql) => checkpointAt(sql, 19));
    const writers = combineWriterKeys([keyOf(TEST_SIGNER)]);
    const result = await withAuditConnection(database.auditorUrl, (sql) =>
      verifyLedger(sql, { since, writers }),
    );
    // Events 19 and 20 are one batch, which ends after the checkpoint. So the signature of that batch is read and
    // counted.
    expect(result).toMatchObject({ ok: true, signed: { from: 20, to: END, batches: END - 19 } });
  });

  it('can be signed by several writers at the same time [LED-21]', async () => {
    await append(SECOND);
    await append(TEST_SIGNER);
    await append(SECOND);

    await expect(verify(keyOf(TEST_SIGNER), keyOf(SECOND, END + 1))).resolves.toMatchObject({ ok: true });
  });

  it('can begin with events that are older than the first signature', async () => {
    await behindTriggers('delete from ledger_batch_signature where last_position <= 20');

    await expect(verify(keyOf(TEST_SIGNER, 21))).resolves.toMatchObject({ ok: true, signed: { from: 21 } });
    await expect(signatureFindings()).resolves.toEqual([
      { check: 'signatures', position: 1, message: 'events 1 to 20: not signed' },
    ]);
  });
});

describe("verify with the writers' keys finds", () => {
  it('events of an attacker who has the database but not the key [AUD-22]', async () => {
    await append(FORGER, 2);

    await expect(signatureFindings()).resolves.toMatchObject([
      {
        position: END + 1,
        message: `event 41: signed by the key ${FORGER.key.id}, which isn't trusted`,
      },
      { position: END + 2 },
    ]);
  });

  it('unsigned events at the end of the log [AUD-22]', async () => {
    await append(FORGER, 2);
    await behindTriggers(`delete from ledger_batch_signature where last_position > ${END}`);

    await expect(signatureFindings()).resolves.toMatchObject([
      { position: END + 1, message: 'events 41 to 42: not signed' },
    ]);
  });

  it('unsigned events that are followed by events signed by the bank [AUD-22]', async () => {
    await append(FORGER, 2);
    await behindTriggers(`delete from ledger_batch_signature where last_position > ${END}`);
    await append(TEST_SIGNER, 3);

    await expect(signatureFindings()).resolves.toMatchObject([{ position: END + 1 }]);
  });

  it('events with a copied signature [AUD-22]', async () => {
    await append(FORGER);
    await behindTriggers(`update ledger_batch_signature set key_id = '${TEST_SIGNER.key.id}',
      signature = (select signature from ledger_batch_signature where last_position = ${END})
      where last_position = ${END + 1}`);

    await expect(signatureFindings()).resolves.toMatchObject([
      { position: END + 1, message: `event 41: the signature of the key ${TEST_SIGNER.key.id} is wrong` },
    ]);
  });

  it('signatures whose range was extended to cover forged events [AUD-22]', async () => {
    await append(FORGER);
    await behindTriggers(`delete from ledger_batch_signature where last_position = ${END};
      update ledger_batch_signature set first_position = ${END}, key_id = '${TEST_SIGNER.key.id}'
        where last_position = ${END + 1}`);

    await expect(signatureFindings()).resolves.toMatchObject([{ position: END }]);
  });

  it('a log with recomputed hashes and rebuilt tables [AUD-22]', async () => {
    await behindTriggers(
      `update ledger_event set payload = replace(payload, '20000', '90000') where position = 5`,
    );
    await rechainLog(database);
    expect((await rebuild()).code).toBe(0);

    const [first] = await signatureFindings();

    expect(first).toMatchObject({ position: 5 });
  });

  it('signatures that a trusted key made for another ledger [AUD-22]', async () => {
    // Changes only the first event. Its hash identifies the ledger, so all signatures now belong to a different ledger.
    await behindTriggers(`update ledger_event set correlation_id = 'other' where position = 1`);
    await rechainLog(database);

    const [first] = await signatureFindings();

    expect(first).toMatchObject({ position: 1 });
  });

  it('a log that ends before the first signed position', async () => {
    await expect(signatureFindings(keyOf(TEST_SIGNER, END + 2))).resolves.toMatchObject([
      { position: END + 1, message: expect.stringContaining('before the first signed position 42') },
    ]);
  });

  it.each([
    ['after it was retired', keyOf(SECOND, 1, END + 1), END + 2, 'signs only up to position 41'],
    ['before its first position', keyOf(SECOND, END + 2), END + 1, 'signs only from position 42 on'],
  ])('a signature made with a key %s [LED-21]', async (_when, second, position, message) => {
    await append(SECOND, 2);

    const findings = await signatureFindings(keyOf(TEST_SIGNER), second);

    expect(findings).toMatchObject([{ position, message: expect.stringContaining(message) }]);
  });
});

describe('ledger verify', () => {
  it('exits with 1 and names the first position that no known writer signed [AUD-22]', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'bank.pub'), formatWriterKey(keyOf(TEST_SIGNER)));
    const args = ['verify', '--writer-keys', folder];
    const sound = await runCli(args, { database });
    expect(sound.stdout).toContain(`${BATCHES} batches from position 1, all signed by known writers`);
    expect(sound.code).toBe(0);

    await append(FORGER);
    const { code, stdout } = await runCli(args, { database });

    expect(stdout).toContain('NOT sound: 1 finding, the first at position 41');
    expect(code).toBe(1);
  });

  it('says that there are no signatures to check when no event follows the checkpoint', async () => {
    const folder = await temporaryFolder();
    const bankKey = deriveSigningKey(Buffer.alloc(32, 3));
    const last = await withAuditConnection(database.auditorUrl, (sql) => checkpointAt(sql, END));
    const fileOf = async (name: string, text: string): Promise<string> => {
      const file = path.join(folder, name);
      await writeFile(file, text);
      return file;
    };
    const { stdout } = await runCli(
      [
        ...['verify', '--writer-keys', await fileOf('writer.pub', formatWriterKey(keyOf(TEST_SIGNER)))],
        ...['--keys', await fileOf('bank.pub', `${bankKey.publicKey}\n`)],
        ...['--since', await fileOf('last.txt', signCheckpoint(last, bankKey))],
      ],
      { database },
    );
    expect(stdout).toContain(`signatures   none to check after position ${END}`);
  });

  it('without a key, says that no signature was checked [AUD-22]', async () => {
    await append(FORGER);

    const { code, stdout } = await runCli(['verify'], { database });

    expect(stdout).toContain('signatures   not checked');
    expect(code).toBe(0);
  });

  it('exits with 2 for keys that cannot be read [AUD-1]', async () => {
    const folder = await temporaryFolder();
    const none = await runCli(['verify', '--writer-keys', folder], { database });
    expect(none.stderr).toContain(`${folder} has no writer keys`);
    expect(none.code).toBe(2);
    const missing = await runCli(['verify', '--writer-keys', path.join(folder, 'none')], { database });
    expect(missing.stderr).toContain("none doesn't exist.");

    await writeFile(path.join(folder, 'bank.pub'), '');
    const broken = await runCli(['verify', '--writer-keys', folder], { database });
    expect(broken.stderr).toContain("bank.pub isn't the key file of a writer");
    expect(broken.code).toBe(2);
  });
});

describe('the programs of the bank', () => {
  it('sign the demo data and what the API writes, and keep the public key for auditors [LED-20, LED-21]', async () => {
    const bank = await createDemoDatabase();
    const dataDir = await temporaryFolder();
    const api = await startApi({ database: bank, dataDir });
    try {
      const alice = await signIn(api.baseUrl, 'alice');
      const request = { amount: 1, recipientName: 'A', recipientAccount: '1', recipientRouting: '021000021' };
      expect((await alice.post('/api/transfer/request', { ...request, purpose: 'x' })).status).toBe(201);

      const byApi = await runCli(['verify', '--json'], { database: bank, env: { DATA_DIR: dataDir } });
      const file = path.join(dataDir, 'writer-keys', 'demo.pub');
      await writeFile(file, formatWriterKey(keyOf(TEST_SIGNER)));
      const all = await runCli(['verify', '--json', '--writer-keys', file], { database: bank });

      expect(JSON.parse(byApi.stdout)).toMatchObject({ ok: true, signed: { batches: 1 } });
      expect(JSON.parse(all.stdout)).toMatchObject({ ok: true, signed: { from: 1 } });
    } finally {
      await api.stop();
      await bank.drop();
    }
  });

  it('do not start in production without a key [SEC-12]', async () => {
    const env = { MONIKER_PROFILE: 'production', WRITER_KEY: '' };
    await expect(startApi({ database, env })).rejects.toThrow("WRITER_KEY isn't set");
  });
});
