import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '../../platform/crypto/passwords.js';

const CODES = 10;
const LENGTH = 10;
const SALT_BYTES = 16;
/** Letters and digits that aren't easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** New codes to show, and their hashes to store. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
  readonly salt: Buffer;
}

/**
 * Recovery codes: ten per user, each usable once. They are hashed like passwords, with one salt per user, so finding a
 * code takes a single hash (AUTH-53).
 */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly dataSource: DataSource) {}

  async countOf(userId: string): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      'select count(*) as count from recovery_code where user_id = $1',
      [userId],
    );
    return Number(row?.count);
  }

  /** Creates codes and hashes them. Hashing takes time, so call this before the transaction that stores the codes. */
  async create(): Promise<NewRecoveryCodes> {
    const salt = randomBytes(SALT_BYTES);
    const codes = Array.from({ length: CODES }, newCode);
    const hashes = await Promise.all(codes.map((code) => hashPassword(code.replace('-', ''), salt)));
    return { codes, hashes, salt };
  }

  /** Stores new codes, replacing the old ones. */
  async replace(manager: EntityManager, userId: string, { hashes, salt }: NewRecoveryCodes): Promise<void> {
    await this.deleteAllOf(manager, userId);
    await manager.query(
      'insert into recovery_code (user_id, code_hash, salt) select $1, unnest($2::text[]), $3',
      [userId, hashes, salt],
    );
  }

  async deleteAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from recovery_code where user_id = $1', [userId]);
  }

  /** Uses up a code. Returns whether it was one of the user's codes; false if a parallel call has just used it up. */
  async use(manager: EntityManager, userId: string, code: string): Promise<boolean> {
    const [stored] = await manager.query<{ salt: Buffer }[]>(
      'select salt from recovery_code where user_id = $1 limit 1',
      [userId],
    );
    if (stored === undefined) return false;
    const hash = await hashPassword(code.toUpperCase().replaceAll(/[ -]/g, ''), stored.salt);
    const [, used] = await manager.query<[unknown[], number]>(
      'delete from recovery_code where user_id = $1 and code_hash = $2',
      [userId, hash],
    );
    return used === 1;
  }
}

/** Returns a code of 50 random bits, such as `K7QMP-3XW9T`. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
