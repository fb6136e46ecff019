import { describe, expect, it } from '@jest/globals';
import { AppendQueue } from './append-queue.js';

describe('AppendQueue', () => {
  it('runs one job at a time, in order', async () => {
    const queue = new AppendQueue();
    const log: string[] = [];
    const job = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => queue.add(job(name))));
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('fails the jobs behind a failed one without running them, and runs later ones', async () => {
    const queue = new AppendQueue();
    const failure = new Error('refused');
    let runs = 0;
    const run = (): Promise<void> => {
      runs += 1;
      return Promise.resolve();
    };
    const results = await Promise.allSettled([
      queue.add(run),
      queue.add(() => Promise.reject(failure)),
      queue.add(run),
      queue.add(run),
    ]);
    const reasons = results.map((result) =>
      result.status === 'rejected' ? (result.reason as unknown) : null,
    );
    expect(reasons).toEqual([null, failure, failure, failure]);
    expect(runs).toBe(1);
    await queue.add(run);
    expect(runs).toBe(2);
  });

  it('is drained once no job is left', async () => {
    const queue = new AppendQueue();
    await queue.drained();
    let isDone = false;
    void queue.add(async () => {
      await new Promise(setImmediate);
      isDone = true;
    });
    await queue.drained();
    expect(isDone).toBe(true);
  });
});
