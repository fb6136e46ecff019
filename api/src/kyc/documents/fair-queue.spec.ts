import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../http/app-error.js';
import { FairQueue } from './fair-queue.js';

/** The maximum wait is longer than any test, because nothing would catch the error from a task that times out. */
const LIMITS = { running: 2, waiting: 6, perCustomer: 4, maxWaitMs: 2 ** 31 - 1 };
const HERE = new AbortController().signal;

/** A queue whose tasks end when the test says so. */
function startQueue(limits = LIMITS) {
  let time = 0;
  const queue = new FairQueue(limits, () => time);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, gone = HERE): Promise<void> =>
    queue.run(name.slice(0, -1), gone, () => {
      started.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  /** Ends a task after `ms` milliseconds on the queue's clock, and waits until the next has started. */
  const end = async (name: string, ms = 0): Promise<void> => {
    time += ms;
    ends.get(name)?.();
    await settle();
  };
  return { queue, started, add, end, pass: (ms: number) => (time += ms) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('the conversion queue', () => {
  it('runs two tasks at once, one per customer [FILE-23]', async () => {
    const { add, end, started } = startQueue();
    for (const name of ['ann1', 'ann2', 'bob1', 'cy1']) void add(name);
    await settle();
    expect(started).toEqual(['ann1', 'bob1']);
    await end('bob1');
    expect(started).toEqual(['ann1', 'bob1', 'cy1']);
    await end('ann1');
    expect(started).toEqual(['ann1', 'bob1', 'cy1', 'ann2']);
  });

  it('prefers the customer who used the least time in the last ten minutes [FILE-23]', async () => {
    const { add, end, started } = startQueue();
    void add('slow1');
    void add('quick1');
    await settle();
    await end('quick1', 100);
    await end('slow1', 9_000);
    for (const name of ['x1', 'y1', 'slow2', 'quick2', 'new1']) void add(name);
    await settle();
    await end('x1');
    await end('y1');
    expect(started.slice(4)).toEqual(['new1', 'quick2']);
    await end('new1');
    await end('quick2');
    expect(started.slice(6)).toEqual(['slow2']);
  });

  it('forgets time that was used more than ten minutes ago [FILE-23]', async () => {
    const { add, end, started, pass } = startQueue();
    void add('slow1');
    void add('quick1');
    await settle();
    await end('quick1', 100);
    await end('slow1', 9_000);
    for (const name of ['x1', 'y1', 'slow2', 'quick2']) void add(name);
    await settle();
    pass(10 * 60_000);
    await end('x1');
    expect(started.slice(4)).toEqual(['slow2']);
  });

  it('runs the next task after a failure', async () => {
    const { queue, started, add } = startQueue({ ...LIMITS, running: 1 });
    const failing = queue.run('ann', HERE, () => Promise.reject(new Error('broken')));
    void add('bob1');
    await expect(failing).rejects.toThrow('broken');
    await settle();
    expect(started).toEqual(['bob1']);
  });

  it('has no room for a customer with four tasks, or for anyone once it is full [FILE-23]', async () => {
    const { queue, add } = startQueue();
    for (const name of ['ann1', 'ann2', 'ann3', 'ann4']) void add(name);
    expect(() => queue.assertRoom('ann')).toThrow(
      "We're checking many documents right now. Please try again in a moment",
    );
    expect(() => queue.assertRoom('bob')).not.toThrow();
    for (const name of ['bob1', 'cy1', 'di1', 'ed1']) void add(name);
    await settle();
    expect(() => queue.assertRoom('fay')).toThrow(expect.objectContaining({ code: 'BUSY', status: 503 }));
  });

  it('gives up on a task that waits too long or whose customer has gone [FILE-23]', async () => {
    const { add, end, started } = startQueue({ ...LIMITS, running: 1, maxWaitMs: 20 });
    void add('ann1');
    const leaving = new AbortController();
    const gone = codeOf(add('bob1', leaving.signal));
    const late = codeOf(add('cy1'));
    leaving.abort(new Error('gone'));
    expect(await gone).toEqual(new Error('gone'));
    expect(await late).toBe('BUSY');
    await end('ann1');
    expect(started).toEqual(['ann1']);
  });
});
