/** Focuses the element that had the focus before, or the main content if that element is gone. */
export function restoreFocus(opener: Element | null): void {
  const isFocusable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isFocusable ? opener : document.getElementById('main');
  target?.focus({ preventScroll: true });
}
