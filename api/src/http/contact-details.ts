/** Dates, whose digits could look like a phone number. */
const DATES = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g;
/** At least seven digits with only separators between them, or a toll-free prefix followed by digits or letters. */
const PHONE_NUMBER = /(?:\d[\s().\-/+]*){7,}|\b1?[\s.-]?\(?8(?:00|33|44|55|66|77|88)\)?[\s.-]+[a-z0-9]/i;
/**
 * A scheme, `www.`, or a name with a top-level domain. A period at the end of a sentence doesn't match, because a space
 * follows it.
 */
const LINK = /:\/\/|www\.|[\p{L}\p{N}][。.]\p{L}{2,}/iu;

/** Whether a string contains a phone number, even with separators or full-width digits. */
export function hasPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(plain(text).replace(DATES, ''));
}

/** Whether a string contains a web or email address. */
export function hasLink(text: string): boolean {
  return LINK.test(plain(text));
}

/** Replaces compatibility forms, dashes and digits with their plain equivalents, and removes invisible characters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Returns a digit's value. The digits of a script are ten consecutive code points, starting with its zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
