import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { JsonLogger } from './json-logger.js';
import { runWithRequestId } from './request-context.js';

/** Returns what `work` prints to stdout and stderr, line by line. */
function printed(work: (logger: JsonLogger) => void): string[] {
  const lines: string[] = [];
  const capture = (chunk: unknown): boolean => {
    lines.push(String(chunk));
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(capture);
  jest.spyOn(process.stderr, 'write').mockImplementation(capture);
  work(new JsonLogger('api'));
  jest.restoreAllMocks();
  return lines;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('JsonLogger', () => {
  it('logs one JSON object with time, level, program, process id, context and the message fields', () => {
    const [line = ''] = printed((logger) => logger.warn({ problem: 'mail delayed', tries: 2 }, 'Mail'));
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'warn',
      program: 'api',
      pid: process.pid,
      context: 'Mail',
      problem: 'mail delayed',
      tries: 2,
    });
  });

  it('escapes line breaks in values [SEC-10]', () => {
    const lines = printed((logger) => logger.warn({ path: 'x\r\n{"level":"error"}' }, 'Http'));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
  });

  it('logs the current request id, even after an await', async () => {
    const lines: Promise<string[]> = runWithRequestId('request-1', async () => {
      await Promise.resolve();
      return printed((logger) => logger.warn('late', 'Mail'));
    });
    expect(JSON.parse((await lines)[0] ?? '')).toMatchObject({ requestId: 'request-1', message: 'late' });
  });

  it('logs the name and stack of an error without its message', () => {
    const error = Object.assign(new TypeError('no such user: Ada Byron'), { code: '23505', detail: 'Byron' });
    for (const message of [() => error, () => ({ error })]) {
      const [line = ''] = printed((logger) => logger.error(message(), 'Mail'));
      expect(line).not.toContain('Byron');
    }
    const [line = ''] = printed((logger) => logger.error(error, 'Mail'));
    expect((JSON.parse(line) as { message: string }).message).toMatch(/^TypeError \(23505\)\n\s+at /);
  });

  it('logs only problems until the program is ready', () => {
    const lines = printed((logger) => {
      logger.log('mapped a route', 'RouterExplorer');
      logger.warn('trouble', 'RouterExplorer');
      logger.logReady('api ready');
      logger.log('a request', 'Http');
    });
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'trouble',
      'api ready',
      'a request',
    ]);
  });
});
