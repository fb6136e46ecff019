import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Submission } from '../../src/ledger/writer/submission.js';
import {
  assertLedgerSound,
  balanceOf as balanceIn,
  credit,
  openAccount,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  storedEvents,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { query } from '../harness/database.js';
import { itNightly } from '../harness/nightly.js';
import { NodeProcess } from '../harness/node-process.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

const database = useDatabase();
const writers: LedgerWriter[] = [];

afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.close()));
  await assertLedgerSound(database);
});

function newWriter(now?: () => Date): LedgerWriter {
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now });
  writers.push(writer);
  return writer;
}

const oneOf = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

const balanceOf = (accountId: string) => balanceIn(database, accountId);

const eventsOf = async (transactionId: string) =>
  (await storedEvents(database)).filter(({ payload }) => payload.includes(transactionId));

function review(transactionId: string, change: Partial<LedgerCommand>): LedgerCommand {
  const nothing = { status: null, notesDigest: null, shownAt: null };
  return { type: 'ReviewTransaction', transactionId, ...nothing, ...change } as LedgerCommand;
}

describe('three writers with concurrent commands', () => {
  it('accept exactly one of 100 transfers of the whole balance [ACC-2]', async () => {
    const three = [newWriter(), newWriter(), newWriter()];
    const [accountId = ''] = await openFundedAccounts(oneOf(three, 0), 1, 1_500_00);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        oneOf(three, n).submit(submission(transfer(accountId, 1_500_00))),
      ),
    );
    const refusals = outcomes.filter(({ ok }) => !ok).map(refusalOf);
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals) {
      expect(refusal).toEqual({ code: 'INSUFFICIENT_FUNDS', availableCents: 0, shortfallCents: 1_500_00 });
    }
    expect(await balanceOf(accountId)).toEqual({ posted: 1_500_00, held: 1_500_00 });
  });

  it('accept exactly 20 of 50 transfers of $100.00, up to the daily limit [TRF-8]', async () => {
    const three = [newWriter(), newWriter(), newWriter()];
    const [accountId = ''] = await openFundedAccounts(oneOf(three, 0), 1, 90_000_00);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => oneOf(three, n).submit(submission(transfer(accountId, 100_00)))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
    const codes = outcomes.filter(({ ok }) => !ok).map((outcome) => refusalOf(outcome).code);
    expect(new Set(codes)).toEqual(new Set(['DAILY_LIMIT_EXCEEDED']));
    expect(await balanceOf(accountId)).toMatchObject({ held: 2_000_00 });
  });

  it('accept one of three decisions on a transfer and refuse the others as stale [TRF-19]', async () => {
    const three = [newWriter(), newWriter(), newWriter()];
    const [accountId = ''] = await openFundedAccounts(oneOf(three, 0), 1, 1_000_00);
    const transactionId = randomUUID();
    receiptOf(await oneOf(three, 0).submit(submission(transfer(accountId, 400_00, transactionId))));
    const statuses = ['completed', 'failed', 'cancelled'] as const;
    const outcomes = await Promise.all(
      statuses.map((status, n) =>
        oneOf(three, n).submit(submission(review(transactionId, { status, expectedRevision: 1 }))),
      ),
    );
    const accepted = outcomes.findIndex(({ ok }) => ok);
    const refusals = outcomes.filter(({ ok }) => !ok).map(refusalOf);
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'REVISION_STALE', status: statuses[accepted] });
    }
    expect(await eventsOf(transactionId)).toHaveLength(2);
  });
});

describe('three processes with one writer each', () => {
  itNightly('append to one contiguous, chained log [LED-4]', async () => {
    const accountIds = await openFundedAccounts(newWriter(), 10, 1_000_00);
    const script = fileURLToPath(new URL('./ledger-writer-process.mjs', import.meta.url));
    const processes = [1, 2, 3].map(() =>
      NodeProcess.start(script, [database.appUrl, '60', ...accountIds], {}),
    );
    await Promise.all(processes.map((one) => once(one.process, 'message')));
    const results = await Promise.all(
      processes.map(async (one) => {
        const answer = once(one.process, 'message') as Promise<[{ accepted: number; refusals: string[] }]>;
        one.process.send('go');
        const [result] = await answer;
        await once(one.process, 'exit');
        return result;
      }),
    );
    // Together, the processes transfer $180.00 from each account. Every account has enough money for this.
    expect(results).toEqual([1, 2, 3].map(() => ({ accepted: 600, refusals: [] })));
    const events = await assertLedgerSound(database);
    const writersInOrder = events
      .filter(({ actor }) => actor.startsWith('process:'))
      .map(({ actor }) => actor)
      .filter((actor, index, all) => actor !== all[index - 1]);
    // The processes must have taken turns; otherwise the test proves nothing.
    expect(writersInOrder.length).toBeGreaterThan(20);
    for (const accountId of accountIds) expect(await balanceOf(accountId)).toMatchObject({ held: 180_00 });
  });
});

describe('an idempotency key', () => {
  it('has one effect and one receipt when used 50 times concurrently [LED-5]', async () => {
    const three = [newWriter(), newWriter(), newWriter()];
    const [accountId = ''] = await openFundedAccounts(oneOf(three, 0), 1, 1_000_00);
    const key = randomUUID();
    const before = (await storedEvents(database)).length;
    const outcomes = await Promise.all(
      // Each submission has its own transaction id, as after a double click.
      Array.from({ length: 50 }, (_, n) =>
        oneOf(three, n).submit(submission(transfer(accountId, 10_00), key)),
      ),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(receiptOf(outcome)))).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.ok && outcome.replayed)).toHaveLength(49);
    expect((await storedEvents(database)).length).toBe(before + 1);
    expect(await balanceOf(accountId)).toEqual({ posted: 1_000_00, held: 10_00 });
  });

  it('returns the stored receipt even when it is used later with another writer', async () => {
    const [accountId = ''] = await openFundedAccounts(newWriter(), 1, 1_000_00);
    const key = randomUUID();
    const first = submission(transfer(accountId, 999_00), key);
    const receipt = receiptOf(await newWriter().submit(first));
    const again = await newWriter().submit(first);
    expect(again).toEqual({ ok: true, replayed: true, receipt });
  });

  it('is refused with a different fingerprint, both in the same batch and later [LED-6]', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_000_00);
    const key = randomUUID();
    const send = (fingerprint: string) =>
      writer.submit(submission(transfer(accountId, 10_00), key, fingerprint));
    const [first, other] = await Promise.all([send('a'), send('b')]);
    receiptOf(first);
    expect(refusalOf(other)).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(refusalOf(await send('b'))).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balanceOf(accountId)).toMatchObject({ held: 10_00 });
  });

  it('belongs to its actor, so another actor can use the same key [LED-7]', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_000_00);
    const key = randomUUID();
    const mine = submission(transfer(accountId, 10_00), key);
    const theirs: Submission = {
      ...submission(transfer(accountId, 20_00), key, 'other'),
      context: { actor: 'user:other', correlationId: 'test' },
    };
    const outcomes = await Promise.all([writer.submit(mine), writer.submit(theirs)]);
    expect(outcomes.map((outcome) => outcome.ok && !outcome.replayed)).toEqual([true, true]);
    expect(await balanceOf(accountId)).toMatchObject({ held: 30_00 });
  });

  it('can be used again after a refusal [LED-7]', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const request = submission(transfer(accountId, 50_00), randomUUID());
    expect(refusalOf(await writer.submit(request))).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    receiptOf(await writer.submit(submission(credit(accountId, 40_00))));
    expect(await writer.submit(request)).toMatchObject({ ok: true, replayed: false });
  });

  it('is stored for a request that changed nothing', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionId = randomUUID();
    const set = (status: 'pending' | 'completed', key?: string) =>
      writer.submit(submission(review(transactionId, { status }), key));
    await writer.submit(submission(transfer(accountId, 5_00, transactionId)));
    const key = randomUUID();
    expect(receiptOf(await set('pending', key))).toMatchObject({ firstPosition: null, lastPosition: null });
    receiptOf(await set('completed'));
    expect(await set('pending', key)).toMatchObject({ ok: true, replayed: true });
    expect(await balanceOf(accountId)).toEqual({ posted: 95_00, held: 0 });
  });
});

describe('commands in one batch', () => {
  const malformed: [string, (accountId: string) => Submission][] = [
    [
      'a stream name that the table rejects',
      () =>
        submission({
          type: 'RecordAudit',
          stream: 'Not A Stream',
          event: { type: 'UserDeleted', payload: { userId: '1' } },
        }),
    ],
    ['an account id that is not a UUID', () => submission(credit('not-a-uuid', 1_00))],
    [
      'a new account whose id is not a UUID',
      () => submission({ type: 'OpenAccount', accountId: 'not-a-uuid' }),
    ],
    ['a transaction id that is not a UUID', (accountId) => submission(credit(accountId, 1_00, 'not-a-uuid'))],
    [
      'a bank day that is not a date',
      (accountId) => submission({ ...transfer(accountId, 1_00), bankDay: 'someday' }),
    ],
    [
      'a line feed in the actor',
      (accountId) => ({
        ...submission(credit(accountId, 1_00)),
        context: { actor: 'user:\n1', correlationId: 'test' },
      }),
    ],
    [
      'text that PostgreSQL cannot store',
      (accountId) => {
        const transactionId = randomUUID();
        const texts = { description: 'a\u0000b' };
        return {
          ...submission(credit(accountId, 1_00, transactionId)),
          texts: { kind: 'new', transactionId, salt: 'salt', texts },
        };
      },
    ],
    [
      'a bank day that does not exist',
      (accountId) => submission({ ...transfer(accountId, 1_00), bankDay: '2026-13-01' }),
    ],
  ];

  it.each(malformed)(
    'are not affected by %s: only the malformed command fails [LED-11]',
    async (_problem, malformedSubmission) => {
      const writer = newWriter();
      const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
      const before = (await storedEvents(database)).length;
      const [first, thrown, refused, last] = await Promise.allSettled([
        writer.submit(submission(transfer(accountId, 10_00))),
        writer.submit(malformedSubmission(accountId)),
        writer.submit(submission(transfer(accountId, 500_00))),
        writer.submit(submission(transfer(accountId, 20_00))),
      ]);
      expect(first).toMatchObject({ status: 'fulfilled', value: { ok: true } });
      expect(refused).toMatchObject({
        status: 'fulfilled',
        value: { ok: false, refusal: { code: 'INSUFFICIENT_FUNDS', availableCents: 90_00 } },
      });
      expect(last).toMatchObject({ status: 'fulfilled', value: { ok: true } });
      const hasFailed = thrown.status === 'rejected' || !thrown.value.ok;
      expect(hasFailed).toBe(true);
      expect((await storedEvents(database)).length).toBe(before + 2);
      expect(await balanceOf(accountId)).toEqual({ posted: 100_00, held: 30_00 });
      receiptOf(await writer.submit(submission(transfer(accountId, 1_00))));
    },
  );

  it('are decided in order, so a later one can spend money from an earlier one', async () => {
    const writer = newWriter();
    const accountId = randomUUID();
    const transactionId = randomUUID();
    const outcomes = await Promise.all(
      [
        openAccount(accountId),
        transfer(accountId, 5_00),
        credit(accountId, 10_00),
        transfer(accountId, 5_00, transactionId),
        review(transactionId, { status: 'completed' }),
        transfer(accountId, 5_01),
      ].map((command) => writer.submit(submission(command))),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true, true, true, false]);
    expect(writer.stats()).toMatchObject({ batches: 1, commands: 6 });
    expect(await balanceOf(accountId)).toEqual({ posted: 5_00, held: 0 });
  });

  it('cannot reuse a transaction id from an earlier batch, not even for another account', async () => {
    const writer = newWriter();
    const [alice = '', bob = ''] = await openFundedAccounts(writer, 2, 100_00);
    const transactionId = randomUUID();
    receiptOf(await writer.submit(submission(transfer(alice, 5_00, transactionId))));
    for (const command of [
      transfer(alice, 5_00, transactionId),
      transfer(bob, 5_00, transactionId),
      credit(bob, 5_00, transactionId),
    ]) {
      expect(refusalOf(await writer.submit(submission(command)))).toEqual({ code: 'TRANSACTION_EXISTS' });
    }
    expect(await eventsOf(transactionId)).toHaveLength(1);
  });
});

describe('the texts of a transaction', () => {
  const textRow = async (transactionId: string) => {
    const [row] = await query<Record<string, unknown>>(
      database.superUrl,
      'select * from ledger_transaction_text where transaction_id = $1',
      [transactionId],
    );
    return row;
  };

  it('are stored in their columns', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionId = randomUUID();
    const texts = {
      description: 'Rent "Zoë" \\ 100%',
      recipientName: 'Name',
      recipientAccount: 'Account',
      recipientRouting: 'Routing',
      purpose: 'Purpose',
      paymentFor: 'For',
      fromAccount: 'From account',
      fromRouting: 'From routing',
      toAccount: 'To account',
      toRouting: 'To routing',
      reason: 'Reason',
    };
    await writer.submit({
      ...submission(transfer(accountId, 1_00, transactionId)),
      texts: { kind: 'new', transactionId, salt: 'salt', texts },
    });
    expect(await textRow(transactionId)).toEqual({
      transaction_id: transactionId,
      salt: 'salt',
      description: 'Rent "Zoë" \\ 100%',
      recipient_name: 'Name',
      recipient_account: 'Account',
      recipient_routing: 'Routing',
      purpose: 'Purpose',
      payment_for: 'For',
      from_account: 'From account',
      from_routing: 'From routing',
      to_account: 'To account',
      to_routing: 'To routing',
      reason: 'Reason',
      admin_notes: null,
      customer_reason: null,
      notes_salt: null,
    });
  });

  it('are not stored if the command is refused', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionId = randomUUID();
    const outcome = await writer.submit({
      ...submission(transfer(accountId, 100_01, transactionId)),
      texts: { kind: 'new', transactionId, salt: 'salt', texts: { description: 'Rent' } },
    });
    expect(outcome.ok).toBe(false);
    expect(await textRow(transactionId)).toBeUndefined();
  });

  it('contain the last notes after several reviews in one batch', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionId = randomUUID();
    const reviewWithNotes = (n: number): Submission => ({
      ...submission(review(transactionId, { notesDigest: `digest ${n}` })),
      texts: { kind: 'notes', transactionId, salt: `salt ${n}`, notes: `note ${n}` },
    });
    await Promise.all([
      writer.submit({
        ...submission(transfer(accountId, 1_00, transactionId)),
        texts: { kind: 'new', transactionId, salt: 'salt', texts: { description: 'Rent' } },
      }),
      ...Array.from({ length: 9 }, (_, n) => writer.submit(reviewWithNotes(n + 1))),
    ]);
    expect(await textRow(transactionId)).toMatchObject({ admin_notes: 'note 9', notes_salt: 'salt 9' });
    const last = (await eventsOf(transactionId)).at(-1);
    expect(last?.payload).toContain('digest 9');
  });
});

describe('closing an account', () => {
  it('cancels its open transfers in the order in which they were requested, regardless of row order', async () => {
    const writer = newWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_000_00);
    const requested = Array.from({ length: 200 }, () => randomUUID());
    const send = (commands: LedgerCommand[]) =>
      Promise.all(commands.map((command) => writer.submit(submission(command))));
    await send(requested.map((transactionId) => transfer(accountId, 1_00, transactionId)));
    // Changes all these rows in reverse order. There are so many that PostgreSQL moves some to other pages.
    await send(requested.toReversed().map((transactionId) => review(transactionId, { status: 'in_review' })));
    const { firstPosition } = receiptOf(await writer.submit(submission({ type: 'CloseAccount', accountId })));
    const events = (await storedEvents(database)).slice((firstPosition ?? 0) - 1);
    expect(events.map(({ type }) => type)).toEqual([
      ...requested.map(() => 'TransactionStatusChanged'),
      'AccountClosed',
    ]);
    const canceled = events
      .slice(0, -1)
      .map(({ payload }) => JSON.parse(payload) as { transactionId: string });
    expect(canceled.map(({ transactionId }) => transactionId)).toEqual(requested);
    expect(await balanceOf(accountId)).toEqual({ posted: 0, held: 0 });
  });
});

describe('a clock that steps back', () => {
  it('does not move the recorded time backward [LED-15]', async () => {
    const noon = Date.now() + 3_600_000;
    const times = [noon, noon - 3_600_000, noon - 60_000, noon + 5, noon - 86_400_000, noon + 6];
    let tick = 0;
    const writer = newWriter(() => new Date(oneOf(times, tick)));
    const accountId = randomUUID();
    receiptOf(await writer.submit(submission(openAccount(accountId))));
    const recorded = [];
    for (tick = 1; tick < times.length; tick += 1) {
      recorded.push(receiptOf(await writer.submit(submission(credit(accountId, 1)))).recordedAt.getTime());
    }
    expect(recorded).toEqual([noon, noon, noon + 5, noon + 5, noon + 6]);
  });
});
