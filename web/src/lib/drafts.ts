import { useEffect, useState } from 'react';
import { discardDraft, keptDraft, rememberTyped, type DraftValues } from './draft-store';
import { useSession } from './session';

/**
 * Keeps the values of a form if the session ends while the form is open. Pass null if there is nothing to keep. Never
 * pass a password or an SSN.
 */
export function useDraft(form: string, values: DraftValues | null): void {
  const ownerId = useSession().user?.id;
  useEffect(() => {
    if (ownerId === undefined || values === null) return;
    return rememberTyped(form, { ownerId, values });
  }, [form, ownerId, values]);
}

/**
 * Returns what the user had typed into a form when their last session ended. Only the first form that mounts gets it.
 */
export function useKeptDraft(form: string): DraftValues | undefined {
  const ownerId = useSession().user?.id;
  const [draft] = useState(() => keptDraft(form));
  useEffect(() => discardDraft(form), [form]);
  return draft?.ownerId === ownerId ? draft?.values : undefined;
}
