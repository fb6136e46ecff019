import { describe, expect, it } from '@jest/globals';
import { AppendQueue } from './append-queue.js';

const head = (name: string): { hash: Buffer } => ({ hash: Buffer.from(name) });

/** An append that leads from one head to another. */
const append = (from: string, to: string, run: () => Promise<void>) => ({
  expected: head(from),
  events: [head(to)],
  run,
});

describe('AppendQueue', () => {
  it('runs one append at a time, in order', async () => {
    const queue = new AppendQueue();
    const log: string[] = [];
    const job = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => queue.add(append('before', name, job(name)))));
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('fails the appends that follow a failed one without running them, and runs the others', async () => {
    const queue = new AppendQueue();
    const failure = new Error('refused');
    const ran: string[] = [];
    const run = (name: string) => (): Promise<void> => {
      ran.push(name);
      return Promise.resolve();
    };
    const results = await Promise.allSettled([
      queue.add(append('0', 'a', run('a'))),
      queue.add(append('a', 'b', () => Promise.reject(failure))),
      queue.add(append('b', 'c', run('c'))),
      queue.add(append('0', 'a', run('a again'))),
      queue.add(append('c', 'd', run('d'))),
    ]);
    const reasons = results.map((result) =>
      result.status === 'rejected' ? (result.reason as unknown) : null,
    );
    expect(reasons).toEqual([null, failure, failure, null, failure]);
    expect(ran).toEqual(['a', 'a again']);
    await queue.add(append('b', 'c', run('c')));
    expect(ran).toEqual(['a', 'a again', 'c']);
  });

  it('is drained once no append is left', async () => {
    const queue = new AppendQueue();
    await queue.drained();
    let isDone = false;
    const finish = async (): Promise<void> => {
      await new Promise(setImmediate);
      isDone = true;
    };
    void queue.add(append('0', 'a', finish));
    await queue.drained();
    expect(isDone).toBe(true);
  });
});
