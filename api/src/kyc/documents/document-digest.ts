import { createHash } from 'node:crypto';

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A whole document's digest: computed over its original's digest, followed by each page's digest (LED-70). */
export function documentDigestOf(original: Buffer, pages: readonly Buffer[]): Buffer {
  return sha256Of(Buffer.concat([original, ...pages]));
}
