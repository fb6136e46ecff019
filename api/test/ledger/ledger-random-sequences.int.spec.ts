import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { accountStream, userStream } from '../../src/ledger/domain/events.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import { InMemoryLedger } from '../../src/ledger/domain/in-memory-ledger.fixtures.js';
import { anyCommand } from '../../src/ledger/domain/random-commands.fixtures.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Outcome } from '../../src/ledger/writer/submission.js';
import { assertLedgerSound, openAccount, submission, type StoredEvent } from './ledger.fixtures.js';
import { checkpointAt } from '../audit/tamper.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

const SEED = 20_260_302;
const SEQUENCES = 80;

interface Step {
  readonly command: LedgerCommand;
  /** One of a few idempotency keys, so that many steps repeat an earlier key. Null means no key. */
  readonly key: string | null;
  readonly fingerprint: 'same' | 'other';
  /** Whether the caller waits for the outcome before the next step. */
  readonly waits: boolean;
}

const id = (kind: 'a' | 'c', sequence: number, n: number) =>
  `${kind}${String(sequence).padStart(7, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Returns the steps of a sequence, which has its own accounts, transactions and keys. */
function stepsOf(sequence: number): Step[] {
  const accountIds = [id('a', sequence, 1), id('a', sequence, 2)];
  const transactionIds = Array.from({ length: 12 }, (_, n) => id('c', sequence, n));
  const step = fc.record({
    command: anyCommand(accountIds, transactionIds),
    key: fc.option(
      fc.nat(9).map((n) => `${sequence}-${n}`),
      { freq: 2 },
    ),
    fingerprint: fc.constantFrom('same' as const, 'same' as const, 'same' as const, 'other' as const),
    waits: fc.boolean(),
  });
  const steps = fc.array(step, { minLength: 15, maxLength: 40, size: 'max' });
  const [sample = []] = fc.sample(steps, { seed: SEED + sequence, numRuns: 1 });
  const opened = accountIds.map((accountId): Step => ({
    command: openAccount(accountId),
    key: null,
    fingerprint: 'same',
    waits: false,
  }));
  return [...opened, ...sample];
}

interface Expected {
  readonly code: string | null;
  /** The step whose receipt this step must repeat. */
  readonly repeats: number | null;
}

/** Returns the outcomes that the pure domain and the rules for idempotency keys (LED-5, LED-6, LED-7) predict. */
function expectedOf(steps: readonly Step[]): { ledger: InMemoryLedger; answers: Expected[] } {
  const ledger = new InMemoryLedger();
  const used = new Map<string, { step: number; fingerprint: string }>();
  const answers = steps.map(({ command, key, fingerprint }, step): Expected => {
    const known = key === null ? undefined : used.get(key);
    if (known !== undefined) {
      return known.fingerprint === fingerprint
        ? { code: null, repeats: known.step }
        : { code: 'IDEMPOTENCY_KEY_REUSED', repeats: null };
    }
    const result = ledger.submit(command);
    if ('code' in result) return { code: result.code, repeats: null };
    if (key !== null) used.set(key, { step, fingerprint });
    return { code: null, repeats: null };
  });
  return { ledger, answers };
}

async function run(writer: LedgerWriter, steps: readonly Step[]): Promise<Outcome[]> {
  const answers: Promise<Outcome>[] = [];
  for (const { command, key, fingerprint, waits } of steps) {
    const answer = writer.submit(submission(command, key ?? undefined, fingerprint));
    answers.push(answer);
    if (waits) await Promise.allSettled([answer]);
  }
  return Promise.all(answers);
}

function assertAnswers(
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  expected: readonly Expected[],
): void {
  for (const [index, outcome] of outcomes.entries()) {
    const { code, repeats } = expected[index] ?? { code: null, repeats: null };
    const what = `step ${index}, ${steps[index]?.command.type ?? ''}`;
    assert.equal(outcome.ok ? null : outcome.refusal.code, code, what);
    if (!outcome.ok) continue;
    assert.equal(outcome.replayed, repeats !== null, what);
    if (repeats === null) continue;
    const first = outcomes[repeats];
    assert.equal(JSON.stringify(outcome.receipt), JSON.stringify(first?.ok ? first.receipt : null), what);
  }
}

const textOf = (type: string, payload: unknown) => `${type} ${JSON.stringify(payload)}`;

describe(`random sequences of commands through two writers (seed ${SEED})`, () => {
  const sequences = Array.from({ length: SEQUENCES }, (_, sequence) => stepsOf(sequence));
  const expected = sequences.map(expectedOf);
  const database = useDatabase();
  let outcomes: Outcome[][];
  let events: StoredEvent[];

  beforeAll(async () => {
    const writers = [
      createLedgerWriter(database.appUrl, TEST_SIGNER),
      createLedgerWriter(database.appUrl, TEST_SIGNER),
    ] as const;
    const runs = await Promise.allSettled(
      sequences.map((steps, sequence) => run(writers[sequence % 2 === 0 ? 0 : 1], steps)),
    );
    await Promise.all(writers.map((writer) => writer.close()));
    outcomes = runs.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    events = await assertLedgerSound(database);
  });

  it('have the outcomes that the pure domain predicts, with one effect and one receipt per idempotency key', () => {
    for (const [sequence, steps] of sequences.entries()) {
      assertAnswers(steps, outcomes[sequence] ?? [], expected[sequence]?.answers ?? []);
    }
  });

  it('contain enough repeated idempotency keys, keys with a different fingerprint, and refusals', () => {
    const answers = expected.flatMap((one) => one.answers);
    assert(answers.filter(({ repeats }) => repeats !== null).length > 100);
    assert(answers.filter(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED').length > 50);
    assert(answers.filter(({ code }) => code === 'TRANSACTION_EXISTS').length > 20);
  });

  it('append exactly the events of the pure domain, stream by stream', () => {
    const stored = new Map<string, string[]>();
    for (const { stream, type, payload } of events) {
      stored.set(stream, [...(stored.get(stream) ?? []), `${type} ${payload}`]);
    }
    const wanted = new Map<string, string[]>();
    for (const { stream, type, payload } of expected.flatMap(({ ledger }) => ledger.events)) {
      wanted.set(stream, [...(wanted.get(stream) ?? []), textOf(type, payload)]);
    }
    assert.deepEqual([...stored.keys()].sort(), [...wanted.keys()].sort());
    for (const [stream, texts] of wanted) assert.deepEqual(stored.get(stream), texts);
  });

  it('leave a log that can be verified from any checkpoint', async () => {
    await withAuditConnection(database.auditorUrl, async (sql) => {
      for (let position = 1; position < events.length; position += 17) {
        const result = await verifyLedger(sql, { since: await checkpointAt(sql, position) });
        assert.deepEqual(result.findings, [], `after position ${position}`);
        assert.equal(result.counts.events, events.length - position);
      }
    });
  });

  it('return receipts with the positions of their events', () => {
    const byPosition = new Map(events.map((event) => [event.position, event]));
    for (const [sequence, steps] of sequences.entries()) {
      for (const [index, outcome] of (outcomes[sequence] ?? []).entries()) {
        const command = steps[index]?.command;
        if (!outcome.ok || outcome.replayed || outcome.receipt.firstPosition === null) continue;
        const event = byPosition.get(outcome.receipt.firstPosition);
        assert(command !== undefined && event !== undefined);
        const accountId = 'accountId' in command ? command.accountId : null;
        const stream = /freeze/i.test(command.type) ? userStream : accountStream;
        if (accountId !== null) assert.equal(event.stream, stream(accountId));
        assert.equal(event.recorded_at.getTime(), outcome.receipt.recordedAt.getTime());
        assert.equal(
          outcome.receipt.transactionId,
          'transactionId' in command ? command.transactionId : null,
        );
      }
    }
  });
});
