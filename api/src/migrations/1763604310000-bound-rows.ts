import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the writer compare more of its rows with the log (LED-31): entries have what counts toward the daily limit after
 * them, and the few events that change a transaction are found by its id. Rows of entries are sent in a new type, because
 * row types are never altered. Entries of earlier versions, also those that still run, have no daily total; the writer then
 * computes it from the events. Expressions of indexes are sampled like columns, so they get the small sample of the others.
 */
export class BoundRows1763604310000 implements MigrationInterface {
  name = 'BoundRows1763604310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_entry add column outgoing_day_after date, add column outgoing_day_cents_after bigint;
      create type ledger_entry_row_2 as (account_id uuid, position bigint, account_version bigint, transaction_id uuid,
        amount_cents bigint, hold_cents bigint, posted_after_cents bigint, held_after_cents bigint,
        outgoing_day_after date, outgoing_day_cents_after bigint);
      create index ledger_event_transaction_change on ledger_event
        ((substring(payload from '"transactionId":"([0-9a-f-]{36})"') collate "C"), position)
        where type in ('TransactionStatusChanged', 'TransferCanceled', 'TransactionAmended');
      alter table ledger_entry alter column outgoing_day_after set statistics 10,
        alter column outgoing_day_cents_after set statistics 10;
      alter index ledger_event_transaction_change alter column 1 set statistics 10;
      alter index ledger_event_account_status alter column 1 set statistics 10`);
    await runner.query(OPENED_AFTER_FREEZE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter index ledger_event_account_status alter column 1 set statistics -1;
      drop index ledger_event_transaction_change;
      drop type ledger_entry_row_2;
      alter table ledger_entry drop column outgoing_day_after, drop column outgoing_day_cents_after`);
  }
}

// An account that was opened after its user was frozen is open (LED-31). An earlier migration has frozen it.
const OPENED_AFTER_FREEZE = `
  update ledger_account set status = 'open'
    where status = 'frozen' and (
      select max(position) from ledger_event where stream = 'user:' || account_id and type = 'AccountFrozen'
    ) < (select position from ledger_event where stream = 'account:' || account_id and version = 1)`;
