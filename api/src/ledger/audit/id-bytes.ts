const ID_LENGTH = 16;
const HYPHEN = 45;
const HYPHENS = [8, 13, 18, 23];
const TEXT_LENGTH = 36;

const VALUES = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) VALUES[digit.charCodeAt(0)] = value;

/** Writes the 16 bytes of a UUID in lower case; false, and nothing of use, for any other text. */
export function writeId(text: string, bytes: Buffer, at: number): boolean {
  if (text.length !== TEXT_LENGTH) return false;
  let written = 0;
  for (let index = 0; index < TEXT_LENGTH; index += 2) {
    if (text.charCodeAt(index) === HYPHEN) index += 1;
    const value = (digitAt(text, index) << 4) | digitAt(text, index + 1);
    if (value < 0) return false;
    bytes[at + written] = value;
    written += 1;
  }
  return written === ID_LENGTH && HYPHENS.every((place) => text.charCodeAt(place) === HYPHEN);
}

function digitAt(text: string, index: number): number {
  return VALUES[text.charCodeAt(index)] ?? -1;
}

/** The 16 bytes as a text of as many characters: half as long as the UUID, and as good a key. */
export function idKey(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + ID_LENGTH);
}

/** A number from 0 to 255 that follows from all 16 bytes. */
export function partitionOf(bytes: Buffer, at: number): number {
  let mixed = 0x811c9dc5;
  for (let index = at; index < at + ID_LENGTH; index += 1) {
    mixed = Math.imul(mixed ^ (bytes[index] ?? 0), 0x01000193);
  }
  return (mixed >>> 24) ^ (mixed & 0xff);
}
