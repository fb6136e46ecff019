import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind) at 19 MiB and two passes, the floor of checklists.md, 3. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What nobody's password hashes to; made on first use. */
let dummyHash: Promise<string> | null = null;

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2_OPTIONS);
}

/** Checks a password. With no hash (nobody has that address) it takes as long, and the answer is no. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('');
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== null;
}
