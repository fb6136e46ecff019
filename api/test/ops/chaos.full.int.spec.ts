import { describe, expect, it } from '@jest/globals';
import { chaos } from './chaos.fixtures.js';

const LONG = 1_200_000;

describe('npm run chaos', () => {
  it(
    'finds every acknowledged operation in the log exactly once after each fault',
    async () => {
      const { code, output } = await chaos('--minutes=1', '--faults=all', '--seed=1');
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain(
        '0 lost, 0 duplicated, 0 wrong, 0 phantom, 0 responses with status 500, 0 unexpected responses, 0 emails lost, 0 other problems',
      );
    },
    LONG,
  );

  it.each([
    ['acknowledge-early', 'database-killed', /[1-9]\d* lost/],
    ['forget-keys', 'connections-cut', /[1-9]\d* duplicated/],
    ['older-copy', 'api-killed', /[1-9]\d* lost/],
  ])(
    'detects the bug %s',
    async (bug, faults, found) => {
      const { code, output } = await chaos('--minutes=0.1', `--faults=${faults}`, '--seed=3', `--bug=${bug}`);
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toMatch(found);
    },
    LONG,
  );

  it.each([
    ['--faults=rain', 'There\'s no fault "rain"'],
    ['--machines=2', '--machines must be 1 or 3'],
    ['--callers=0', '--callers must be a whole number from 1 to 512'],
    ['--operations=none', '--operations must be above zero'],
  ])('rejects the option %s', async (option, problem) => {
    const { code, output } = await chaos(option);
    expect(code).toBe(1);
    expect(output).toContain(problem);
  });
});
