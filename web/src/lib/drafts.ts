import { useEffect, useState } from 'react';
import { useSession } from './queries/use-session';

/** The texts of a form, by field. */
type DraftValues = Readonly<Record<string, string>>;

type Draft = { readonly ownerId: string; readonly values: DraftValues };

/** What is typed on the current screen, by form. */
const typed = new Map<string, Draft>();
/** What was typed when the session ended, until the next sign-in shows or discards it. */
let kept = new Map<string, Draft>();
/** Whether the user signed out, here or in another tab, so that nothing is kept. */
let hasSignedOut = false;

/**
 * Keeps what is typed, because the session has ended (AUTH-36). Only in the memory of the page: browser storage would
 * outlive the tab in the browser's own copies, and a draft names a recipient (SEC-7).
 */
export function keepDrafts(): void {
  kept = new Map(hasSignedOut ? [] : typed);
}

/** Discards what anybody but this user has typed, because they have signed in. */
export function discardDraftsOfOthers(userId: string): void {
  hasSignedOut = false;
  kept = new Map([...kept].filter(([, { ownerId }]) => ownerId === userId));
}

/** Discards every draft, because the user signs out. */
export function discardDrafts(): void {
  hasSignedOut = true;
  kept.clear();
}

/** Discards the draft of a form, because it has arrived. Its answer may come after the session has ended. */
export function discardDraft(form: string): void {
  kept.delete(form);
}

/**
 * Keeps the values of a form if the session ends while it is open. Null if there is nothing to keep. Never pass a
 * password or an SSN.
 */
export function useDraft(form: string, values: DraftValues | null): void {
  const ownerId = useSession().user?.id;
  useEffect(() => {
    if (ownerId === undefined || values === null) return;
    typed.set(form, { ownerId, values });
    return () => void typed.delete(form);
  }, [form, ownerId, values]);
}

/** Returns what the user had typed into a form when their last session ended, once. */
export function useKeptDraft(form: string): DraftValues | undefined {
  const ownerId = useSession().user?.id;
  const [draft] = useState(() => kept.get(form));
  useEffect(() => void kept.delete(form), [form]);
  return draft?.ownerId === ownerId ? draft?.values : undefined;
}
