import { createStore } from './store';

/** What the API requires before it does what was requested (AUTH-55, AUTH-56). */
export type StepUp = {
  /** How the user can confirm their identity. */
  factors: readonly string[];
  /** Whether the user must set up a second factor first. */
  isSetup: boolean;
};

type Pending = { stepUp: StepUp; answers: ((isConfirmed: boolean) => void)[] };

const store = createStore<Pending | null>(null);
let wasDismissed = false;

/**
 * Asks the user to confirm their identity, and resolves with whether they did. Other requests that arrive before the
 * answer share it. After a dismissal, only requests that follow a user action ask again; background reads do not.
 */
export function confirmIdentity(stepUp: StepUp): Promise<boolean> {
  return new Promise((answer) => {
    const pending = store.get();
    if (pending) pending.answers.push(answer);
    else if (!store.isFollowed() || (wasDismissed && !navigator.userActivation.isActive)) answer(false);
    else store.set({ stepUp, answers: [answer] });
  });
}

/** Resolves all waiting requests with the user's answer. */
export function settleStepUp(isConfirmed: boolean): void {
  wasDismissed = !isConfirmed;
  const current = store.get();
  store.set(null);
  for (const answer of current?.answers ?? []) answer(isConfirmed);
}

/** The requirement that the user is asked to meet, or null. */
export function useStepUp(): StepUp | null {
  return store.use()?.stepUp ?? null;
}

/**
 * Calls the listener whenever the user must be asked, and after each answer. Without a listener, nobody can be asked,
 * so `confirmIdentity` resolves with false.
 */
export const subscribeToStepUps = store.subscribe;
