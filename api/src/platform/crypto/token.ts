import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns a new random token for a cookie or a link. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Returns the hash that the database stores instead of the token, so a copy of the database lets nobody in (AUTH-17).
 */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
