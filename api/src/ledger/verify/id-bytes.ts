const ID_LENGTH = 16;

/** Returns a UUID's 16 bytes as 16 Latin-1 characters: a map key less than half as long as the UUID's text. */
export function idKey(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + ID_LENGTH);
}

/** Hashes a UUID's 16 bytes to a partition from 0 to 255. */
export function hashPartition(bytes: Buffer, at: number): number {
  let hashed = 0x811c9dc5;
  for (let index = at; index < at + ID_LENGTH; index += 1) {
    hashed = Math.imul(hashed ^ (bytes[index] ?? 0), 0x01000193);
  }
  return (hashed >>> 24) ^ (hashed & 0xff);
}
