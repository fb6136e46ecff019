// Separate from `drafts.ts` to avoid an import cycle: `session.ts` imports this file, and `drafts.ts` imports
// `session.ts`.

/** What was typed into a form, by field. */
export type DraftValues = Readonly<Record<string, string>>;

type Draft = { readonly ownerId: string; readonly values: DraftValues };

/** What has been typed on the current screen, by form. */
const typed = new Map<string, Draft>();
/** What had been typed when the last session ended. The next sign-in shows or discards it. */
let kept = new Map<string, Draft>();
/** Whether the user signed out, in this tab or another. If so, nothing is kept. */
let hasSignedOut = false;

/**
 * When the session ends, keeps what was typed (AUTH-36). It is kept only in memory, because browser storage can
 * outlive the tab and a draft names a recipient (SEC-7).
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
 * Discards a form's kept draft. Call this once the form has shown the draft, and again after a successful submission,
 * because the session may have ended before the response arrived.
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
