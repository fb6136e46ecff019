import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

const VALID_MS = 5 * 60 * 1000;

/** Whether a challenge is for creating a passkey or for using one. */
export type ChallengePurpose = 'create' | 'check';

/**
 * The challenges that passkeys sign: one per purpose for each session or pending sign-in, valid for five minutes,
 * usable once (AUTH-51).
 */
@Injectable()
export class FactorChallenges {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Stores a challenge, replacing the previous one. Also deletes expired ones. */
  async store(ownerId: string, purpose: ChallengePurpose, challenge: string): Promise<void> {
    await this.dataSource.query('delete from factor_challenge where expires_at <= $1', [this.now()]);
    await this.dataSource.query(
      `insert into factor_challenge (owner_id, purpose, challenge, expires_at) values ($1, $2, $3, $4)
       on conflict (owner_id, purpose) do update
         set challenge = excluded.challenge, expires_at = excluded.expires_at`,
      [ownerId, purpose, challenge, new Date(this.now().getTime() + VALID_MS)],
    );
  }

  /** Returns and deletes an owner's challenge; null if there is no valid one. */
  async take(ownerId: string, purpose: ChallengePurpose): Promise<string | null> {
    const [taken] = await this.dataSource.query<[{ challenge: string; expires_at: Date }[], number]>(
      'delete from factor_challenge where owner_id = $1 and purpose = $2 returning challenge, expires_at',
      [ownerId, purpose],
    );
    const [found] = taken;
    return found !== undefined && found.expires_at > this.now() ? found.challenge : null;
  }
}
