import { useEffect, useEffectEvent } from 'react';

const PHONE = '(max-width: 40rem)';

/** The open dialogs, the topmost last. */
const dialogs: symbol[] = [];

/**
 * On a phone, Back closes the topmost dialog instead of leaving the page (UI-63). Without the Navigation API, Back
 * leaves the page. Extra history entries are no substitute, because they would stay behind when a dialog leads to
 * another screen.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
    if (!isOpen || !navigation || !window.matchMedia(PHONE).matches) return;
    const dialog = Symbol('dialog');
    dialogs.push(dialog);
    const onNavigate = (event: NavigateEvent) => {
      const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0);
      if (event.navigationType !== 'traverse' || !isBack || !event.cancelable) return;
      if (dialogs.at(-1) !== dialog) return;
      event.preventDefault();
      onBack();
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => {
      dialogs.splice(dialogs.indexOf(dialog), 1);
      navigation.removeEventListener('navigate', onNavigate);
    };
  }, [isOpen]);
}
