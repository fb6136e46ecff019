const ID_LENGTH = 16;

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
