/** The events that count as user activity. Scrolling counts; merely moving the pointer does not. */
const EVENTS = ['pointerdown', 'keydown', 'click', 'input', 'submit', 'wheel', 'touchmove'] as const;

let hasActed = false;
let isIgnored = false;

/** Starts recording the user's activity. */
export function followActivity(): void {
  for (const event of EVENTS) {
    window.addEventListener(event, () => (hasActed ||= !isIgnored), { capture: true, passive: true });
  }
}

/** Records that the user wants to stay, so the next request extends the session (AUTH-80). */
export function noteActivity(): void {
  hasActed = true;
}

/** Returns whether the user has done something since the last call. */
export function takeActivity(): boolean {
  const had = hasActed;
  hasActed = false;
  return had;
}

/**
 * Starts or stops ignoring activity. While the countdown to the end of the session is shown, only the user's answer to
 * it counts. Otherwise, pressing Tab to reach “Sign Out” would extend the session.
 */
export function ignoreActivity(ignored: boolean): void {
  isIgnored = ignored;
  if (ignored) hasActed = false;
}
