const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Returns a number that a person typed or pasted, such as a phone number, with plain spaces and hyphens. Address
 * books and web pages put direction marks, no-break spaces and dashes of all lengths into numbers (TRF-50).
 */
export function plainNumber(text: string): string {
  return text.replace(HIDDEN, '').replace(/\s/g, ' ').replace(DASHES, '-').trim();
}

/** Returns a number as `plainNumber` does, but without spaces and hyphens. */
export function compactNumber(text: string): string {
  return plainNumber(text).replace(/[ -]/g, '');
}
