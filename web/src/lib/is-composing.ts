const KEY_CODE_OF_COMPOSITION = 229;

/**
 * Whether a key press belongs to an input method, such as the Enter that confirms a Japanese word. Such a key press
 * must not submit or select anything (UI-56). Safari ends the composition before this event, so only the key code
 * reveals it.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- the only sign in Safari
  return event.isComposing || event.keyCode === KEY_CODE_OF_COMPOSITION;
}
