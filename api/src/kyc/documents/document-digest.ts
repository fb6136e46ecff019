import { createHash } from 'node:crypto';

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The digest of a whole document: of its original's digest, followed by that of each page (LED-70). */
export function documentDigestOf(original: Buffer, pages: readonly Buffer[]): Buffer {
  return sha256Of(Buffer.concat([original, ...pages]));
}
