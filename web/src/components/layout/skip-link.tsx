import type { MouseEvent } from 'react';

/** Moves the focus without adding a history entry, which would come between the steps of a form (UI-27). */
function focusMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  main?.focus();
  if (main === document.activeElement) event.preventDefault();
}

/** The first keyboard stop; skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={focusMain}
      className="print:hidden fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-4 py-3 text-sm font-semibold text-on-accent focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
