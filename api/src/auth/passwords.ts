import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind) at 19 MiB and two passes, the floor of checklists.md, 3. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What nobody's password hashes to; made on first use. */
let nobodys: Promise<string> | null = null;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Checks a password. With no hash (nobody has that address) it takes as long, and the answer is no. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword('');
  const matches = await verify(passwordHash ?? (await nobodys), password);
  return matches && passwordHash !== null;
}
