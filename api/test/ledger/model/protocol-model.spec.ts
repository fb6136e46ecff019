import { describe, expect, it } from '@jest/globals';
import { checkProtocol, CREDIT, TRANSFER } from './check-protocol.js';
import { BUGS, type Bug, type Operation } from './protocol-model.js';

describe('the protocol for a log outside PostgreSQL, with two processes', () => {
  it.each([
    [9_689, 'a transfer and two faults', { operations: [TRANSFER], faults: 2 }],
    [5_128, 'a transfer, a credit and a fault', { operations: [TRANSFER, CREDIT], faults: 1 }],
  ] as const)(
    'loses, repeats and reorders nothing in any of %d states with %s [LED-10, LED-32, LED-33]',
    (states, _scope, scope) => {
      const { violation, counterexample, ...explored } = checkProtocol(scope);
      expect({ violation, counterexample }).toEqual({ violation: null, counterexample: [] });
      expect(explored.states).toBe(states);
    },
  );
});

/** For each mistake, the smallest scope in which it causes a violation, and the violation. */
const DAMAGES: Readonly<Record<Bug, readonly [operation: Operation, faults: number, violation: string]>> = {
  'appends without an expected revision': [CREDIT, 1, 'event 2 does not continue the chain'],
  'trusts a read that finds nothing': [CREDIT, 1, 'credit is in the log twice'],
  'commits before the append': [CREDIT, 0, 'the tables are ahead of the log'],
  'trusts that its fence has won': [CREDIT, 1, 'credit is in the log twice'],
  'commits although another event is at its position': [CREDIT, 1, 'the tables differ from the log'],
  'restores no keys from the log': [TRANSFER, 1, 'the key of transfer is lost'],
  'never settles what others have left behind': [TRANSFER, 1, 'the work can no longer be finished'],
};

describe('a process that', () => {
  it.each(BUGS)('%s does damage [LED-32]', (bug) => {
    const [operation, faults, violation] = DAMAGES[bug];
    expect(checkProtocol({ operations: [operation], faults, bug })).toMatchObject({ violation });
  });
});
