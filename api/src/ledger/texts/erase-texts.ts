import type { EntityManager } from 'typeorm';

/**
 * Erases the texts of all transactions of an account in the caller's transaction. The log keeps their salted digests,
 * which reveal nothing without the salts (LED-8).
 */
export async function eraseTextsOfAccount(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query(
    `delete from ledger_transaction_text
      where transaction_id in (select transaction_id from ledger_transaction where account_id = $1)`,
    [accountId],
  );
}
