import { createStore } from './store';

/** What the API asks for before it does what was requested (AUTH-55, AUTH-56). */
export type StepUp = {
  /** How the user can confirm that it is them. */
  factors: readonly string[];
  /** Whether the user must set up a second factor first. */
  isSetup: boolean;
};

type Pending = { stepUp: StepUp; answers: ((isConfirmed: boolean) => void)[] };

const store = createStore<Pending | null>(null);
let wasDismissed = false;

/**
 * Asks the user to confirm that it is them and resolves with whether they did. Requests that come meanwhile share the
 * answer. Once dismissed, only requests that follow an action of the user ask again, and background reads do not.
 */
export function confirmIdentity(stepUp: StepUp): Promise<boolean> {
  return new Promise((answer) => {
    const pending = store.get();
    if (pending) pending.answers.push(answer);
    else if (!store.isFollowed() || (wasDismissed && !navigator.userActivation.isActive)) answer(false);
    else store.set({ stepUp, answers: [answer] });
  });
}

/** Ends the request with the answer of the user. */
export function settleStepUp(isConfirmed: boolean): void {
  wasDismissed = !isConfirmed;
  const current = store.get();
  store.set(null);
  for (const answer of current?.answers ?? []) answer(isConfirmed);
}

/** What the API asks for now; null if it asks for nothing. */
export function useStepUp(): StepUp | null {
  return store.use()?.stepUp ?? null;
}

/** Calls the listener whenever what the API asks for changes. Without any, nobody can be asked. */
export const subscribeToStepUps = store.subscribe;
