const OWN_ESCAPE = '[data-own-escape][aria-expanded="true"], [data-tooltip-open]';

/** Keeps a dialog open when Escape closes something within it: the list of a combobox, or a tooltip. */
export function ignoreOwnEscape(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.matches(OWN_ESCAPE)) event.preventDefault();
}
