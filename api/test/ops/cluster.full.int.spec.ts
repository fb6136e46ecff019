import { expect, it } from '@jest/globals';
import { chaos } from './chaos.fixtures.js';

const LONG = 1_800_000;

it(
  'the bank loses nothing under any fault of its database machines, even if all are replaced, and auditors can read a standby [OPS-65, OPS-77, OPS-80]',
  async () => {
    const { code, output } = await chaos('--machines=3', '--minutes=10', '--faults=all', '--seed=1');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(
      '0 lost, 0 duplicated, 0 wrong, 0 phantom, 0 responses with status 500, 0 unexpected responses, 0 emails lost',
    );
  },
  LONG,
);
