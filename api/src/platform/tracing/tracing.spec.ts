import { afterEach, describe, expect, it } from '@jest/globals';
import { runWithRequestId } from '../logs/request-context.js';
import { setTracer, traced, type Work } from './tracing.js';

const ignore = (): void => undefined;

describe('traced', () => {
  afterEach(() => setTracer(null));

  const record = (): [requestId: string, work: Work][] => {
    const recorded: [string, Work][] = [];
    setTracer({
      ...{ recordRequest: ignore, recordShared: ignore },
      recordPart: (...call) => void recorded.push(call),
    });
    return recorded;
  };

  it('records work for the current request, and nothing outside a request [OPS-66]', async () => {
    const recorded = record();
    expect(await traced({ name: 'mail.send' }, () => Promise.resolve(1))).toBe(1);
    expect(await runWithRequestId('r1', () => traced({ name: 'mail.send' }, () => Promise.resolve(2)))).toBe(
      2,
    );
    expect(recorded).toEqual([
      ['r1', { name: 'mail.send', from: expect.any(Number), to: expect.any(Number), error: undefined }],
    ]);
  });

  it('records the code of an error without its message [OPS-68]', async () => {
    const recorded = record();
    const error = Object.assign(new Error('no mailbox nora@mail.example'), { code: 'EENVELOPE' });
    const work = () => traced({ name: 'mail.send' }, () => Promise.reject(error));
    await expect(runWithRequestId('r1', work)).rejects.toBe(error);
    expect(recorded.map(([, one]) => one.error)).toEqual(['EENVELOPE']);
    expect(JSON.stringify(recorded)).not.toContain('nora');
  });
});
