const KEY_CODE_OF_COMPOSITION = 229;

/**
 * Whether a key belongs to an input method, such as the Enter that confirms a Japanese word: it must not send or choose
 * anything. Safari ends the composition before this event and only keeps the key code (UI-56).
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari says it only here
  return event.isComposing || event.keyCode === KEY_CODE_OF_COMPOSITION;
}
