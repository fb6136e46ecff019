/*
 * Which invisible characters a person's text may contain (REG-40, REG-41). Real scripts and emoji need some of them:
 * the joiners U+200C and U+200D, the direction marks U+200E, U+200F and U+061C, the variation selectors, and the tags
 * in a flag such as England's. All others only hide text, make one string look like another, or reorder the text around
 * them. Private-use characters look different on each device or are invisible.
 */

/** A black flag with the tags that turn it into a region's flag. */
const TAGGED_FLAG = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}';
const NEEDED = '\\u061C\\u180B-\\u180F\\u200C-\\u200F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';
/**
 * Ignorable characters that no text needs. Also private-use characters, line and paragraph separators, the Braille
 * blank and annotation characters, which Unicode doesn't count as ignorable.
 */
const HIDDEN = `(?:(?![${NEEDED}])\\p{Default_Ignorable_Code_Point}|[\\p{Co}\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB])`;

const HIDDEN_OR_FLAG = new RegExp(`(${TAGGED_FLAG})|${HIDDEN}`, 'gu');
const BLANK = /^[\p{Default_Ignorable_Code_Point}\p{Co}\s\u2800\uFFF9-\uFFFB]*$/u;

/** Characters of right-to-left scripts, and characters that set a direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** The error for a name with hidden characters (REG-40). */
export const HIDDEN_TEXT_RULE = 'This name has hidden characters. Please type it instead of pasting it';

/** Whether a string contains characters that `withoutHidden` drops. */
export function hasHidden(text: string): boolean {
  return withoutHidden(text) !== text;
}

/** Returns a string without the invisible characters that no script or emoji needs (REG-41). */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN_OR_FLAG, (_, flag?: string) => flag ?? '');
}

/** Whether a string has no visible characters. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}

/**
 * Returns free text as the bank stores it: without hidden characters, with spaces instead of Unicode's line and
 * paragraph separators, trimmed, and empty if nothing in it can be seen (REG-41).
 */
export function normalizeText(text: string): string {
  return isBlankText(text) ? '' : withoutHidden(text.replace(LINE_SEPARATORS, ' ')).trim();
}

/**
 * Makes a person's text safe inside one of our sentences: on one line, and unable to reorder the words around it
 * (REG-42). Only text that could reorder words gets isolating characters, so most sentences stay plain.
 */
export function isolate(text: string): string {
  const oneLine = text.replace(LINE_SEPARATORS, ' ');
  return RIGHT_TO_LEFT.test(oneLine)
    ? `${FIRST_STRONG_ISOLATE}${withoutHidden(oneLine)}${POP_ISOLATE}`
    : oneLine;
}
