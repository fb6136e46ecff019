import { useEffect } from 'react';

const QUESTION = "Discard your changes?\n\nWhat you've entered isn't saved yet.";

let isUnsaved = false;

/** Whether the user agrees to leave the screen. Asks only if something would be lost, and only once. */
export function mayLeave(): boolean {
  if (isUnsaved && !window.confirm(QUESTION)) return false;
  isUnsaved = false;
  return true;
}

/**
 * Asks the user before what they entered is discarded by a reload, a link or the Back button (UI-64). The router cannot
 * ask, so this handles the browser's events first.
 */
export function useLeaveQuestion(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    isUnsaved = true;
    const { pathname, search } = window.location;
    // In browsers without the Navigation API, the Back button discards the changes without asking.
    const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || link.target !== '' || (link.pathname === pathname && link.search === search))
        return;
      // A new tab or window leaves this screen open, and before a full page load the browser itself asks.
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname.startsWith('/api/')) return;
      if (mayLeave()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onTraverse = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      if (new URL(event.destination.url).pathname !== pathname && !mayLeave()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    navigation?.addEventListener('navigate', onTraverse);
    document.addEventListener('click', onClick, true);
    return () => {
      isUnsaved = false;
      window.removeEventListener('beforeunload', onUnload);
      navigation?.removeEventListener('navigate', onTraverse);
      document.removeEventListener('click', onClick, true);
    };
  }, [hasChanges]);
}
