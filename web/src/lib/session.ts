import { ApiError } from './api/api-error';
import { unwrap, api } from './api/client';
import { clearEtagCache } from './api/etag-cache';
import type { User } from './api/types';
import { setBankTimeZone } from './bank-time-zone';
import { discardDraftsOfOthers, keepDrafts } from './draft-store';
import { tellOtherTabs } from './session-channel';
import { setSessionEnd } from './session-end';
import { createStore } from './store';

// The session is kept outside the query client, which visitors do not load.

type Session = {
  /** The signed-in user; null for visitors and while loading. */
  user: User | null;
  isLoading: boolean;
  error: Error | null;
};

export const COOKIES_BLOCKED = 'To sign in, allow cookies in your browser.';

const SIGNED_OUT: Session = { user: null, isLoading: false, error: null };
const LOADING: Session = { user: null, isLoading: true, error: null };
const HINT = /(?:^|; )(?:__Host-)?moniker_signed_in=/;

const store = createStore(SIGNED_OUT);
const startListeners = new Set<() => void>();

function publish(next: Session): void {
  if (next.user) setBankTimeZone(next.user.bankTimeZone);
  store.set(next);
}

/** Loads the signed-in user. If the hint cookie is missing, nobody is signed in, so the bank is not asked (SEC-20). */
export async function loadSession(): Promise<void> {
  // Also checks for the early request, because its response may already have removed the hint.
  if (!window.earlyUser && !HINT.test(document.cookie)) {
    publish(SIGNED_OUT);
    return;
  }
  publish(LOADING);
  const loaded = await fetchSession();
  if (loaded.user) tellOtherTabs({ userId: loaded.user.id });
  publish(loaded);
}

declare global {
  interface Window {
    /** The response to the first request for the signed-in user, which `/boot.js` has sent. */
    earlyUser?: Promise<Response>;
  }
}

/** Throws if the browser has not kept the cookies of a sign-in that the bank has just accepted (AUTH-96). */
export function requireCookies(): void {
  if (!HINT.test(document.cookie)) throw new ApiError(0, COOKIES_BLOCKED, { code: 'COOKIES_BLOCKED' });
}

/** Asks the bank who is signed in. A 401 response means that nobody is (AUTH-6). */
async function fetchSession(): Promise<Session> {
  const { earlyUser } = window;
  delete window.earlyUser;
  try {
    const call = api.GET('/api/auth/user', earlyUser ? { fetch: () => earlyUser } : {});
    return { user: await unwrap(call), isLoading: false, error: null };
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 401) return SIGNED_OUT;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return { user: null, isLoading: false, error };
  }
}

/**
 * Asks the bank whether the user is still signed in, and if not, ends the session. Call this when a read gets a 401.
 * The read's 401 is no proof that the user is signed out, because a password change may have just replaced the session
 * (AUTH-95). Returns whether the session continues, or false if the bank didn't answer.
 */
export function confirmSession(): Promise<boolean> {
  // Shared by all reads, because many fail at the same time.
  confirming ??= askWhetherSessionGoesOn().finally(() => (confirming = undefined));
  return confirming;
}

let confirming: Promise<boolean> | undefined;

async function askWhetherSessionGoesOn(): Promise<boolean> {
  const { user, error } = await fetchSession();
  // If the bank didn't answer, nothing changes here; the next read that gets a 401 asks again.
  if (error) return false;
  if (user?.id === store.get().user?.id) return user !== null;
  startSession(user);
  return false;
}

/**
 * Starts the session of a user who has signed in, or ends the session if `user` is null. Discards all data of the
 * previous session, except the drafts of a user whose session has ended (AUTH-36).
 */
export function startSession(user: User | null): void {
  if (user !== null) {
    discardDraftsOfOthers(user.id);
    tellOtherTabs({ userId: user.id });
  } else if (store.get().user) keepDrafts();
  clearEtagCache();
  if (user === null) setSessionEnd(null);
  publish({ user, isLoading: false, error: null });
  for (const listener of startListeners) listener();
}

/** Calls the listener at the start and end of each session. */
export function onSessionStart(listener: () => void): void {
  startListeners.add(listener);
}

/** Replaces the data of the signed-in user, such as the phone number. */
export function updateUser(user: User): void {
  publish({ user, isLoading: false, error: null });
}

export const useSession = store.use;
