import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { initialState } from '../domain/state.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { Batch } from './batch.js';
import type { Batches } from './batches.js';
import { InFlightBatch } from './in-flight-batch.js';
import { LedgerWriter, type WriterObserver } from './ledger-writer.service.js';
import { setTracer, type Tracer } from '../../platform/tracing/tracing.js';
import { LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

const NOON = new Date('2026-03-02T12:00:00.000Z');
const SUBMISSION: Submission = {
  command: {
    type: 'RecordAudit',
    stream: 'user:1',
    event: { type: 'UserDeleted', payload: { userId: '1' } },
  },
  context: { actor: 'user:1', correlationId: 'request' },
};

const failing: WriterObserver = {
  committed: () => {
    throw new RangeError('a metric has no such label');
  },
};

/**
 * Counts the batches' commits. With `isFirstSendFailing`, `send` fails, so the writer repeats batches with `run`.
 * With `isOutcomeMissing`, a batch has one outcome too few.
 */
class CountingBatches implements Batches {
  commits = 0;

  constructor(
    private readonly isFirstSendFailing = false,
    private readonly isOutcomeMissing = false,
  ) {}

  send(submissions: readonly Submission[]): Promise<InFlightBatch> {
    if (this.isFirstSendFailing) return Promise.reject(new Error('the connection was lost'));
    const batch = new Batch(
      { position: 0, hash: Buffer.alloc(32), recordedAt: NOON },
      { ledger: initialState(), idempotencyRecords: new Map(), quarantined: new Set() },
    );
    batch.outcomes.push(...this.commit(submissions));
    return Promise.resolve(new InFlightBatch(batch, Promise.resolve()));
  }

  decidePipelined(): Promise<never> {
    return Promise.reject(new Error('nothing is pipelined'));
  }

  run(submissions: readonly Submission[]): Promise<readonly Outcome[]> {
    return Promise.resolve(this.commit(submissions));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private commit(submissions: readonly Submission[]): Outcome[] {
    this.commits += 1;
    const all = submissions.map((_, index) => outcomeAt(index));
    return this.isOutcomeMissing ? all.slice(1) : all;
  }
}

function outcomeAt(position: number): Outcome {
  const receipt = { transactionId: null, firstPosition: position, lastPosition: position, recordedAt: NOON };
  return { ok: true, replayed: false, receipt };
}

const writerOf = (batches: Batches, observer: WriterObserver | null = failing): LedgerWriter =>
  new LedgerWriter({ batches, log: postgresEventLog, now: () => NOON, observer });

describe('LedgerWriter', () => {
  let logged: unknown[];

  beforeEach(() => {
    logged = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((line: unknown) => void logged.push(line));
  });

  afterEach(() => {
    setTracer(null);
    jest.restoreAllMocks();
  });

  it.each([
    ['sent', new CountingBatches()],
    ['recovered', new CountingBatches(true)],
  ])('commits a %s batch exactly once, whatever an observer throws [OPS-50]', async (_, batches) => {
    const writer = writerOf(batches);

    const outcomes = await Promise.all([1, 2, 3].map(() => writer.submit(SUBMISSION)));

    expect(outcomes).toEqual([outcomeAt(0), outcomeAt(1), outcomeAt(2)]);
    expect(batches.commits).toBe(1);
    expect(writer.stats()).toMatchObject({ batches: 1, commands: 3 });
    expect(logged).toEqual([
      { problem: 'an observer of the ledger failed', error: expect.stringContaining('RangeError') },
    ]);
    await writer.close();
  });

  it('commits a batch exactly once, whatever the tracer throws [OPS-50]', async () => {
    const broken = () => {
      throw new RangeError('too many spans');
    };
    setTracer({ recordRequest: broken, recordPart: broken, recordShared: broken });
    const batches = new CountingBatches();
    const writer = writerOf(batches, null);

    expect(await writer.submit(SUBMISSION)).toEqual(outcomeAt(0));
    expect(batches.commits).toBe(1);
    expect(logged).toEqual([
      { problem: 'an observer of the ledger failed', error: expect.stringContaining('RangeError') },
    ]);
    await writer.close();
  });

  it("traces a failed batch with its error's type [OPS-67]", async () => {
    const traced: Parameters<Tracer['recordShared']>[] = [];
    setTracer({
      recordRequest: () => undefined,
      recordPart: () => undefined,
      recordShared: (...call) => void traced.push(call),
    });
    const batches = new CountingBatches();
    jest.spyOn(batches, 'send').mockRejectedValue(new LedgerUnavailableError());
    const writer = writerOf(batches, null);

    await expect(writer.submit(SUBMISSION)).rejects.toThrow(LedgerUnavailableError);
    const failed = { error: 'LedgerUnavailableError' };
    expect(traced).toEqual([
      [
        expect.objectContaining({ name: 'ledger.batch', ...failed }),
        [],
        [{ requestId: 'request', work: expect.objectContaining({ name: 'ledger.write', ...failed }) }],
      ],
    ]);
    await writer.close();
  });

  it('never repeats a committed batch, even if an outcome is missing [OPS-50]', async () => {
    const batches = new CountingBatches(false, true);
    const writer = writerOf(batches, null);

    const settled = await Promise.allSettled([1, 2].map(() => writer.submit(SUBMISSION)));

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(batches.commits).toBe(1);
    await writer.close();
  });
});
