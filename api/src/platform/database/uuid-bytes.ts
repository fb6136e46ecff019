const ID_LENGTH = 16;
const HYPHEN = 45;
const TEXT_LENGTH = 36;

const DIGIT_VALUES = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGIT_VALUES[digit.charCodeAt(0)] = value;

/**
 * Writes the 16 bytes of a lowercase UUID. Returns false for any other string; the bytes written so far are then
 * meaningless.
 */
export function writeUuid(text: string, bytes: Buffer, at: number): boolean {
  if (text.length !== TEXT_LENGTH || !hasHyphens(text)) return false;
  // Negative if a character is not a hexadecimal digit. One check at the end costs less than one per byte.
  const groups =
    writeHex(text, 0, bytes, at, 4) |
    writeHex(text, 9, bytes, at + 4, 2) |
    writeHex(text, 14, bytes, at + 6, 2) |
    writeHex(text, 19, bytes, at + 8, 2) |
    writeHex(text, 24, bytes, at + 10, 6);
  return groups >= 0;
}

function hasHyphens(text: string): boolean {
  return (
    text.charCodeAt(8) === HYPHEN &&
    text.charCodeAt(13) === HYPHEN &&
    text.charCodeAt(18) === HYPHEN &&
    text.charCodeAt(23) === HYPHEN
  );
}

/**
 * Writes `count` bytes from pairs of hexadecimal digits. Returns a negative number if any character is not a
 * hexadecimal digit.
 */
function writeHex(text: string, from: number, bytes: Buffer, at: number, count: number): number {
  let digits = 0;
  for (let index = 0; index < count; index += 1) {
    const value = (digitAt(text, from + 2 * index) << 4) | digitAt(text, from + 2 * index + 1);
    digits |= value;
    bytes[at + index] = value;
  }
  return digits;
}

function digitAt(text: string, index: number): number {
  return DIGIT_VALUES[text.charCodeAt(index)] ?? -1;
}

/** Reads 16 bytes as the text of a UUID. */
export function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_LENGTH);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
