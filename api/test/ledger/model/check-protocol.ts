import { explore, type Exploration } from './explore.js';
import {
  encode,
  findViolation,
  initialState,
  isDone,
  nextSteps,
  type Operation,
  type Scope,
} from './protocol-model.js';

/** Money with an idempotency key, and a note that must not get lost. */
export const TRANSFER: Operation = { name: 'transfer', kind: 'keyed', hasText: true };
/** Money without a key, so that nothing but the protocol protects it from a repetition. */
export const CREDIT: Operation = { name: 'credit', kind: 'keyless', hasText: false };
export const PAYMENT: Operation = { name: 'payment', kind: 'keyless', hasText: true };
/** Decisions that commit with a table row. */
export const OPENING: Operation = { name: 'opening', kind: 'pending', hasText: false };
export const CLOSING: Operation = { name: 'closing', kind: 'pending', hasText: false };

/** Explores every state of the protocol within a scope. */
export function checkProtocol(scope: Scope): Exploration {
  return explore({
    initial: initialState(scope),
    encode,
    nextSteps: (state) => nextSteps(state, scope),
    findViolation: (state) => findViolation(state, scope),
    isDone: (state) => isDone(state, scope),
  });
}
