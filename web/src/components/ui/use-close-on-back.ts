import { useEffect, useEffectEvent } from 'react';

const PHONE = '(max-width: 40rem)';
/** A dialog that closes because another screen opens is gone without a step back. */
const SETTLE_MS = 50;

const dialogOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'dialog' in state ? state.dialog : undefined;

/**
 * On a phone, Back closes a dialog instead of leaving the page (UI-63): a history entry with the same address stands for it.
 * `close` returns whether the dialog closes, or asks first.
 */
export function useCloseOnBack(isOpen: boolean, close: () => boolean): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !window.matchMedia(PHONE).matches) return;
    const id = Math.random();
    const open = () => window.history.pushState({ ...(window.history.state as object), dialog: id }, '');
    const isCurrent = () => dialogOf(window.history.state) === id;
    open();
    const onPop = ({ state }: PopStateEvent) => {
      // Another dialog above this one has closed.
      if (dialogOf(state) === id) return;
      if (!onBack()) open();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      window.setTimeout(() => {
        if (isCurrent()) window.history.back();
      }, SETTLE_MS);
    };
  }, [isOpen]);
}
