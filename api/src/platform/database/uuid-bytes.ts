const ID_LENGTH = 16;
const HYPHEN = 45;
const TEXT_LENGTH = 36;

const DIGIT_VALUES = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGIT_VALUES[digit.charCodeAt(0)] = value;

/**
 * Writes the 16 bytes of a lowercase UUID. Returns false for any other text; the bytes written so far are then
 * meaningless.
 */
export function writeUuid(text: string, bytes: Buffer, at: number): boolean {
  if (text.length !== TEXT_LENGTH) return false;
  let index = 0;
  for (let written = 0; written < ID_LENGTH; written += 1) {
    if (hasHyphenBefore(written)) {
      if (text.charCodeAt(index) !== HYPHEN) return false;
      index += 1;
    }
    const value = (digitAt(text, index) << 4) | digitAt(text, index + 1);
    if (value < 0) return false;
    bytes[at + written] = value;
    index += 2;
  }
  return true;
}

function hasHyphenBefore(byte: number): boolean {
  return byte === 4 || byte === 6 || byte === 8 || byte === 10;
}

function digitAt(text: string, index: number): number {
  return DIGIT_VALUES[text.charCodeAt(index)] ?? -1;
}

/** Reads 16 bytes as the text of a UUID. */
export function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_LENGTH);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
