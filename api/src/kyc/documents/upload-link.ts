import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an upload link permits: this user can upload this document until `expiresAt`. */
export interface UploadLink {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Returns the signed path of an upload link (FILE-6). */
export function uploadPathOf(link: UploadLink, key: Buffer): string {
  const query = new URLSearchParams({
    expires: String(link.expiresAt.getTime()),
    signature: signatureOf(link, key).toString('base64url'),
  });
  return `/objects/uploads/${link.id}?${query.toString()}`;
}

export function isValidSignature(signature: string, link: UploadLink, key: Buffer): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const expected = signatureOf(link, key);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function signatureOf({ id, userId, expiresAt }: UploadLink, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(['upload', id, userId, String(expiresAt.getTime())].join('\n'))
    .digest();
}
