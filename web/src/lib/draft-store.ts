// Separate from the hooks of `drafts.ts`, because the session itself keeps and discards drafts.

/** The texts of a form, by field. */
export type DraftValues = Readonly<Record<string, string>>;

type Draft = { readonly ownerId: string; readonly values: DraftValues };

/** What is typed on the current screen, by form. */
const typed = new Map<string, Draft>();
/** What had been typed when the session ended, until the next sign-in shows or discards it. */
let kept = new Map<string, Draft>();
/** Whether the user signed out, here or in another tab, so nothing is kept. */
let hasSignedOut = false;

/**
 * Keeps what was typed, because the session has ended (AUTH-36). Only in the memory of the page: browser storage would
 * outlive the tab in the browser's own copies, and a draft names a recipient (SEC-7).
 */
export function keepDrafts(): void {
  kept = new Map(hasSignedOut ? [] : typed);
}

/** Discards what other users typed, because this user has signed in. */
export function discardDraftsOfOthers(userId: string): void {
  hasSignedOut = false;
  kept = new Map([...kept].filter(([, { ownerId }]) => ownerId === userId));
}

/** Discards every draft, because the user signs out. */
export function discardDrafts(): void {
  hasSignedOut = true;
  kept.clear();
}

/** Discards the draft of a form, because it has been submitted. The answer may come after the session has ended. */
export function discardDraft(form: string): void {
  kept.delete(form);
}

/** Remembers what is typed into a form. The returned function forgets it. */
export function rememberTyped(form: string, draft: Draft): () => void {
  typed.set(form, draft);
  return () => void typed.delete(form);
}

/** Returns what the user had typed into a form when their last session ended. */
export function keptDraft(form: string): Draft | undefined {
  return kept.get(form);
}
