import { useSyncExternalStore } from 'react';

/** What the API asks for before it does what was requested (AUTH-55, AUTH-56). */
export type StepUp = {
  /** How the user can confirm that it is them. */
  factors: readonly string[];
  /** Whether the user must set up a second factor first. */
  isSetup: boolean;
};

type Pending = { stepUp: StepUp; answer: Promise<boolean>; settle: (isConfirmed: boolean) => void };

let pending: Pending | null = null;
let wasDismissed = false;
const listeners = new Set<() => void>();

function publish(next: Pending | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user to confirm that it is them and resolves with whether they did. Requests that come meanwhile share the
 * answer. Once dismissed, only requests that follow an action of the user ask again, and background reads do not.
 */
export function confirmIdentity(stepUp: StepUp): Promise<boolean> {
  if (pending) return pending.answer;
  const isByUser = navigator.userActivation.isActive;
  if (listeners.size === 0 || (wasDismissed && !isByUser)) return Promise.resolve(false);
  let settle: Pending['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => (settle = resolve));
  publish({ stepUp, answer, settle });
  return answer;
}

/** Ends the request with the answer of the user. */
export function settleStepUp(isConfirmed: boolean): void {
  wasDismissed = !isConfirmed;
  const current = pending;
  publish(null);
  current?.settle(isConfirmed);
}

/** What the API asks for now; null if it asks for nothing. */
export function useStepUp(): StepUp | null {
  return useSyncExternalStore(subscribeToStepUps, () => pending?.stepUp ?? null);
}

/** Calls the listener whenever what the API asks for changes. Without any, nobody can be asked. */
export function subscribeToStepUps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
