import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link to upload stands for: this object, this person, until then. */
export interface UploadLink {
  readonly objectId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** The path of a link that holds for nobody else, for nothing else and for no longer. */
export function uploadPathOf(link: UploadLink, key: Buffer): string {
  const query = new URLSearchParams({
    expires: String(link.expiresAt.getTime()),
    signature: signatureOf(link, key).toString('base64url'),
  });
  return `/objects/uploads/${link.objectId}?${query.toString()}`;
}

export function isValidSignature(signature: string, link: UploadLink, key: Buffer): boolean {
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(link, key);
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf({ objectId, userId, expiresAt }: UploadLink, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(['upload', objectId, userId, String(expiresAt.getTime())].join('\n'))
    .digest();
}
