import { describe, expect, it } from '@jest/globals';
import { checkProtocol, CREDIT, TRANSFER } from './check-protocol.js';
import { BUGS, type Bug, type Operation } from './protocol-model.js';

describe('the protocol of a log outside PostgreSQL, with two processes', () => {
  it.each([
    ['a transfer and 2 faults', { operations: [TRANSFER], faults: 2 }],
    ['two payments and a fault', { operations: [TRANSFER, CREDIT], faults: 1 }],
  ] as const)('loses, repeats and reorders nothing with %s [LED-10, LED-32]', (_scope, scope) => {
    const { violation, counterexample } = checkProtocol(scope);
    expect({ violation, counterexample }).toEqual({ violation: null, counterexample: [] });
  });
});

/** The smallest scope in which each mistake does damage. */
const SCOPES: Readonly<Record<Bug, readonly [operation: Operation, faults: number, violation: string]>> = {
  'appends without an expected revision': [CREDIT, 1, ''],
  'trusts a read that finds nothing': [CREDIT, 1, ''],
  'commits before the append': [CREDIT, 0, ''],
  'trusts that its fence has won': [CREDIT, 2, ''],
  'trusts a refusal without a read': [CREDIT, 1, ''],
  'commits whatever the log has at the place': [CREDIT, 1, ''],
  'restores no keys from the log': [TRANSFER, 1, ''],
  'never settles what others have left': [TRANSFER, 1, ''],
};

describe('a process that', () => {
  it.each(BUGS)('%s does damage', (bug) => {
    const [operation, faults] = SCOPES[bug];
    const { violation } = checkProtocol({ operations: [operation], faults, bug });
    console.log(bug, violation);
    expect(violation).not.toBeNull();
  });
});
