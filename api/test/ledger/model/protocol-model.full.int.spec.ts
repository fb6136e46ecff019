import { describe, expect, it } from '@jest/globals';
import { checkProtocol, CLOSING, OPENING, PAYMENT, TRANSFER } from './check-protocol.js';

describe('the protocol of a log outside PostgreSQL, in larger scopes', () => {
  it.each([
    [70_692, 'two payments and 2 faults', { operations: [TRANSFER, PAYMENT], faults: 2, pipelineDepth: 1 }],
    [75_429, 'two decisions and 2 faults', { operations: [OPENING, CLOSING], faults: 2, pipelineDepth: 1 }],
    [
      259_114,
      'two payments, a decision and a fault',
      { operations: [TRANSFER, PAYMENT, OPENING], faults: 1, pipelineDepth: 1 },
    ],
    [
      224_216,
      'a transfer, a decision and 2 faults',
      { operations: [TRANSFER, OPENING], faults: 2, pipelineDepth: 1 },
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
