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

/** An operation with an idempotency key. Its client repeats it if the outcome is unknown. */
export const TRANSFER: Operation = { name: 'transfer', kind: 'keyed' };
/** An operation without a key, so only the protocol keeps it from being done twice. */
export const CREDIT: Operation = { name: 'credit', kind: 'keyless' };

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
