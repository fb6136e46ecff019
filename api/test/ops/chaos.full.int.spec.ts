import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/paths.js';

const LONG = 1_200_000;

interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `npm run chaos` with these arguments. */
async function chaos(...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/local/chaos.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('npm run chaos', () => {
  it(
    'finds every acknowledged operation once after each fault',
    async () => {
      const { code, output } = await chaos('--minutes=1', '--faults=all', '--seed=1');
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain(
        '0 lost, 0 doubled, 0 wrong, 0 phantom, 0 answers with 500, 0 unexpected, 0 mails lost, 0 other problems',
      );
    },
    LONG,
  );

  it.each([
    ['acknowledge-early', 'database-killed', /[1-9]\d* lost/],
    ['forget-keys', 'connections-cut', /[1-9]\d* doubled/],
    ['older-copy', 'api-killed', /[1-9]\d* lost/],
  ])(
    'finds the bug %s',
    async (bug, faults, found) => {
      const { code, output } = await chaos('--minutes=0.1', `--faults=${faults}`, '--seed=3', `--bug=${bug}`);
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toMatch(found);
    },
    LONG,
  );

  it.each([
    ['--faults=rain', 'There is no fault "rain"'],
    ['--callers=0', '--callers must be a whole number from 1 to 512'],
    ['--operations=none', '--operations must be above zero'],
  ])('rejects the option %s', async (option, problem) => {
    const { code, output } = await chaos(option);
    expect(code).toBe(1);
    expect(output).toContain(problem);
  });
});
