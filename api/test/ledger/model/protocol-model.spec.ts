import { describe, expect, it } from '@jest/globals';
import { checkProtocol, CREDIT, OPENING, PAYMENT, TRANSFER } from './check-protocol.js';
import { BUGS, type Bug, type Scope } from './protocol-model.js';

describe('the protocol of a log outside PostgreSQL, with two processes', () => {
  it.each([
    [13_120, 'a transfer and 3 faults', { operations: [TRANSFER], faults: 3, pipelineDepth: 1 }],
    [
      10_096,
      'two pipelined payments and a fault',
      { operations: [TRANSFER, PAYMENT], faults: 1, pipelineDepth: 2 },
    ],
    [
      36_176,
      'a transfer, a pipelined decision and a fault',
      { operations: [TRANSFER, OPENING], faults: 1, pipelineDepth: 2 },
    ],
    [
      48_137,
      'a payment, a decision and 2 faults',
      { operations: [PAYMENT, OPENING], faults: 2, pipelineDepth: 1 },
    ],
  ] as const)(
    'loses, repeats and reorders nothing in any of %d states with %s [LED-10]',
    (states, _scope, scope) => {
      const { violation, counterexample, ...explored } = checkProtocol(scope);
      expect({ violation, counterexample }).toEqual({ violation: null, counterexample: [] });
      expect(explored.states).toBe(states);
    },
  );
});

/** The shortest way from each mistake to the damage. */
const COUNTEREXAMPLES: readonly [Bug, Scope, violation: string, counterexample: readonly string[]][] = [
  [
    'trusts a read that finds nothing',
    { operations: [CREDIT], faults: 1, pipelineDepth: 1 },
    'credit is in the log twice',
    [
      'credit is submitted to A',
      'A decides',
      'A sends [0]',
      'the sender of [0] stops waiting',
      'A reads nothing of [0] and decides again',
      'the server accepts [0]',
      'A reads 1 of the log',
      'A projects what it has read',
      'A decides',
      'A sends [1]',
      'the server accepts [1]',
    ],
  ],
  [
    'trusts a read that finds nothing',
    { operations: [TRANSFER], faults: 1, pipelineDepth: 1 },
    'the text of transfer is lost',
    [
      'transfer is submitted to A',
      'A decides',
      'A stages the texts of [0]',
      'A sends [0]',
      'the sender of [0] stops waiting',
      'A reads nothing of [0] and decides again',
      'the server accepts [0]',
    ],
  ],
  [
    'projects without compare-and-set',
    { operations: [CREDIT], faults: 0, pipelineDepth: 1 },
    'the tables are ahead of the log',
    [
      'credit is submitted to A',
      'A decides',
      'A sends [0]',
      'the server accepts [0]',
      'B polls the log',
      'B reads 1 of the log',
      'A projects [0]',
      'B projects what it has read',
    ],
  ],
  [
    'retries an unknown append with new event ids',
    { operations: [CREDIT], faults: 1, pipelineDepth: 1 },
    'credit is in the log twice',
    [
      'credit is submitted to A',
      'A decides',
      'A sends [0]',
      'the server accepts [0], and the reply is lost',
      'A decides [0] again',
      'A polls the log',
      'A reads 1 of the log',
      'A projects what it has read',
      'A decides',
      'A sends [1]',
      'the server accepts [1]',
    ],
  ],
  [
    'deletes a pending row before its append',
    { operations: [OPENING], faults: 0, pipelineDepth: 1 },
    'opening was acknowledged and is not in the tables',
    ['the transaction of opening commits', 'A decides'],
  ],
  [
    'sends an append before its predecessor is confirmed',
    { operations: [CREDIT, OPENING], faults: 0, pipelineDepth: 2 },
    'event 2 does not continue the chain',
    [
      'credit is submitted to A',
      'A decides',
      'the transaction of opening commits',
      'A sends [0]',
      'A decides',
      'A sends [1]',
      'B decides',
      'B sends [2]',
      'the server accepts [2]',
      'the server accepts [1]',
    ],
  ],
  [
    'trusts a refusal without a read',
    { operations: [CREDIT], faults: 2, pipelineDepth: 1 },
    'credit is in the log twice',
    [
      'credit is submitted to A',
      'A decides',
      'A sends [0]',
      'the sender of [0] stops waiting',
      'A sends [0] again',
      'a deposed leader refuses [0]',
      'A reads whether [0] landed',
      'the server accepts [0]',
      'A reads 1 of the log',
      'A projects what it has read',
      'A decides',
      'A sends [1]',
      'the server accepts [1]',
    ],
  ],
  [
    'stages texts after the append',
    { operations: [TRANSFER], faults: 0, pipelineDepth: 1 },
    'the text of transfer is lost',
    ['transfer is submitted to A', 'A decides', 'A sends [0]', 'the server accepts [0]'],
  ],
  [
    'restores no keys from the log',
    { operations: [TRANSFER], faults: 0, pipelineDepth: 1 },
    'the key of transfer is lost',
    [
      'transfer is submitted to A',
      'A decides',
      'A stages the texts of [0]',
      'A sends [0]',
      'the server accepts [0]',
      'B polls the log',
      'B reads 1 of the log',
      'B projects what it has read',
    ],
  ],
  [
    'keeps a pending row that another process appended',
    { operations: [OPENING], faults: 0, pipelineDepth: 1 },
    'opening is pending although it was projected',
    [
      'the transaction of opening commits',
      'A decides',
      'A sends [0]',
      'the server accepts [0]',
      'B polls the log',
      'B reads 1 of the log',
      'B projects what it has read',
    ],
  ],
  [
    'reads the log only when something has failed',
    { operations: [CREDIT], faults: 1, pipelineDepth: 1 },
    'the work can no longer be finished',
    [
      'credit is submitted to A',
      'A decides',
      'A sends [0]',
      'the sender of [0] stops waiting',
      'A gives up on [0]',
      'A has caught up',
      'the server accepts [0]',
    ],
  ],
];

describe('a process that', () => {
  it.each(COUNTEREXAMPLES)('%s does damage', (bug, scope, violation, counterexample) => {
    expect(checkProtocol({ ...scope, bug })).toMatchObject({ violation, counterexample });
  });

  it('makes any of the known mistakes does damage', () => {
    expect(new Set(COUNTEREXAMPLES.map(([bug]) => bug))).toEqual(new Set(BUGS));
  });
});
