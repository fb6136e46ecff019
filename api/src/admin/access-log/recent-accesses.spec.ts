import { describe, expect, it } from '@jest/globals';
import { RecentAccesses, REPEAT_MS } from './recent-accesses.js';

function setUp() {
  let time = 0;
  const recorded: string[] = [];
  const recent = new RecentAccesses(() => new Date(time));
  return {
    recorded,
    recent,
    pass: (ms: number) => {
      time += ms;
    },
    read: (key: string) =>
      recent.once(key, () => {
        recorded.push(key);
        return Promise.resolve();
      }),
  };
}

describe('repeated reads', () => {
  it('are recorded once within ten minutes, and again afterwards [LOG-3]', async () => {
    const { recorded, read, pass } = setUp();
    await read('a');
    pass(REPEAT_MS - 1);
    await read('a');
    expect(recorded).toEqual(['a']);
    pass(1);
    await read('a');
    expect(recorded).toEqual(['a', 'a']);
  });

  it('do not include reads of other items, which are recorded separately [LOG-3]', async () => {
    const { recorded, read } = setUp();
    await read('a');
    await read('b');
    expect(recorded).toEqual(['a', 'b']);
  });

  it('wait until the first read is recorded, and fail if recording it fails', async () => {
    const { recorded, read, recent } = setUp();
    let refuse: (error: Error) => void = () => undefined;
    const first = recent.once('a', () => new Promise((_, reject) => (refuse = reject)));
    const second = read('a');
    refuse(new Error('the database is gone'));
    await expect(first).rejects.toThrow('the database is gone');
    await expect(second).rejects.toThrow('the database is gone');

    await read('a');
    expect(recorded).toEqual(['a']);
  });

  it('are recorded again after 10,000 other reads', async () => {
    const { recorded, read } = setUp();
    for (let index = 0; index < 10_001; index += 1) await read(String(index));
    await read('0');
    expect(recorded.length).toBe(10_002);
    await read('10000');
    expect(recorded.length).toBe(10_002);
  });
});
