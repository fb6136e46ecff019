import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with 19 MiB and two passes (AUTH-16). */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash to compare with if there is no user. Created on first use. */
let dummyHash: Promise<string> | null = null;

/**
 * Hashes a password. The salt is random unless given. Keyboards compose accents differently, so the composed form is
 * hashed (AUTH-16).
 */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return hash(password.normalize('NFC'), salt === undefined ? ARGON2_OPTIONS : { ...ARGON2_OPTIONS, salt });
}

/** Checks a password. Without a hash (unknown address), takes equally long and returns false (AUTH-10). */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('');
  const known = passwordHash ?? (await dummyHash);
  const composed = password.normalize('NFC');
  // The oldest hashes were made from the password exactly as typed.
  const matches =
    (await verify(known, composed)) || (composed !== password && (await verify(known, password)));
  return matches && passwordHash !== null;
}
