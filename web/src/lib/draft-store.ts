// Separate from the hooks of `drafts.ts`, because the session itself keeps and discards drafts.

/** The texts of a form, by field. */
export type DraftValues = Readonly<Record<string, string>>;

type Draft = { readonly ownerId: string; readonly values: DraftValues };

/** The texts typed on the current screen, by form. */
const typed = new Map<string, Draft>();
/** The texts that were typed when the last session ended. The next sign-in shows or discards them. */
let kept = new Map<string, Draft>();
/** Whether the user signed out, in this tab or another. Nothing is kept then. */
let hasSignedOut = false;

/**
 * Keeps the typed texts when the session ends (AUTH-36). Only in the page's memory: browser storage can outlive the
 * tab, and a draft names a recipient (SEC-7).
 */
export function keepDrafts(): void {
  kept = new Map(hasSignedOut ? [] : typed);
}

/** When a user signs in, discards what other users typed. */
export function discardDraftsOfOthers(userId: string): void {
  hasSignedOut = false;
  kept = new Map([...kept].filter(([, { ownerId }]) => ownerId === userId));
}

/** Discards every draft when the user signs out. */
export function discardDrafts(): void {
  hasSignedOut = true;
  kept.clear();
}

/**
 * Discards a form's kept draft, because the form has shown it or was submitted. The answer may come after the session
 * has ended.
 */
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
