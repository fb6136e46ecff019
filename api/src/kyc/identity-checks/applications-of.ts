import type { EntityManager } from 'typeorm';
import { KycApplicationEntity } from './kyc-application.entity.js';

/** Locks the user's row, so changes to one user's applications run one at a time (KYC-12). */
export async function lockApplicant(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select 1 from app_user where id = $1 for no key update', [userId]);
}

/** Returns the user's applications, newest first. */
export function applicationsOf(manager: EntityManager, userId: string): Promise<KycApplicationEntity[]> {
  return manager.find(KycApplicationEntity, {
    where: { userId },
    order: { createdAt: 'DESC', id: 'DESC' },
  });
}
