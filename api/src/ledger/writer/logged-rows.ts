import { countsTowardDailyLimit, TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { accountStream } from '../domain/events.js';
import { CHANGED_TRANSACTION_ID, IS_TRANSACTION_CHANGE } from '../tables/ledger-event.js';

/*
 * SQL for comparing rows with the log before the writer relies on them (LED-31). Each expression is part of the
 * statement that reads the row, so the row and the log come from one snapshot.
 */

const sqlTexts = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

const STREAM = `'${accountStream('')}' || account_id`;

/**
 * An account's status according to the log: set by its last freeze, unfreeze or closure, otherwise open. A freeze
 * recorded before the account was opened is ignored. A partial index contains only these few events, so this takes
 * one lookup per account.
 */
export const LOGGED_STATUS = `coalesce((
      select case
          when type = 'AccountClosed' then 'closed'
          when type = 'AccountFrozen' and position > (
            select position from ledger_event where stream = ${STREAM} and version = 1) then 'frozen'
          else 'open' end
        from ledger_event changed
        where right(stream, 36) collate "C" = account_id::text collate "C"
          and type in ('AccountFrozen', 'AccountUnfrozen', 'AccountClosed')
        order by changed.position desc limit 1), 'open')`;

/**
 * An account's version according to the log. If the writer numbered events from a row with a different version, the
 * stream would have a permanent gap. The bank's own accounts have no stream. Their version must be at least that of
 * their last entry. Null for an account that was never opened.
 */
export const LOGGED_VERSION = `coalesce(
      (select max(version) from ledger_event where stream = ${STREAM}),
      case when account_id in (${sqlTexts(Object.values(SYSTEM_ACCOUNTS))}) then greatest(version, account_version) end)`;

const NOT_COUNTED = sqlTexts(
  TRANSACTION_STATUSES.filter((status) => !countsTowardDailyLimit('transfer', status)),
);

/**
 * An account's daily total computed from its transfers, in the same form as `OUTGOING`. Reads all transfers of the
 * account, so use it only for accounts whose last entry was written by a release that did not store the total.
 */
export const LOGGED_OUTGOING = `coalesce((
      select newest.day || ' ' || sum(case type
          when 'TransferRequested' then cents
          when 'TransferCanceled' then -cents
          else ((status not in (${NOT_COUNTED}))::int - (former not in (${NOT_COUNTED}))::int) * cents end)
        from (
          select payload::json ->> 'bankDay' as day from ledger_event
            where stream = ${STREAM} and type = 'TransferRequested' order by version desc limit 1) as newest,
        lateral (
          select type, payload ->> 'bankDay' as day, (payload ->> 'amountCents')::bigint as cents, payload ->> 'to' as status,
              payload ->> 'from' as former
            from (
              select type, payload::json as payload from ledger_event where stream = ${STREAM}
                and type in ('TransferRequested', 'TransferCanceled', 'TransactionStatusChanged')) as event) as moved
        where moved.day = newest.day group by newest.day), ' 0')`;

/** An account's daily total according to its row. */
export const OUTGOING = `coalesce(to_char(outgoing_day, 'YYYY-MM-DD'), '') || ' ' || outgoing_day_cents`;

/** The total held for an account's open transfers, according to their rows. */
export const HELD_BY_TRANSFERS = `(select coalesce(sum(amount_cents), 0) from ledger_transaction
        where ledger_transaction.account_id = ledger_account.account_id
          and kind = 'transfer' and status not in ('completed', ${NOT_COUNTED}))`;

/**
 * Whether a transaction's row matches its events. A partial index contains only the few events that change
 * transactions, so this takes two lookups per transaction.
 */
export const IS_AS_LOGGED = `coalesce((
      select payload ->> 'transactionId' = transaction_id::text
          and payload ->> 'accountId' = account_id::text
          and case type when 'TransferRequested' then 'transfer' when 'IncomingPaymentCreated' then 'incoming_payment'
            when 'CreditRecorded' then 'credit' when 'BalanceAdjusted' then 'adjustment' end = kind
          and coalesce(payload ->> 'amountCents', payload ->> 'deltaCents')::bigint = amount_cents
          and coalesce((payload ->> 'feeCents')::bigint, 0) = fee_cents
          and (payload ->> 'bankDay')::date is not distinct from bank_day
          and payload ->> 'recipientId' is not distinct from recipient_id::text
          and coalesce(payload ->> 'paymentId', payload ->> 'transferId') is not distinct from pair_id::text
          and coalesce(changes.status, payload ->> 'status', 'completed') = ledger_transaction.status
          and changes.count + 1 = revision
          and changes.is_canceled = (customer_canceled_at is not null)
        from (select type, payload::json as payload from ledger_event where position = created_position) as created,
        lateral (
          select count(*) as count, coalesce(bool_or(type = 'TransferCanceled'), false) as is_canceled,
              (array_agg(to_status order by position desc) filter (where to_status is not null))[1] as status
            from (
              select type, position, case type when 'TransactionStatusChanged' then payload::json ->> 'to'
                  when 'TransferCanceled' then 'cancelled' end as to_status
                from ledger_event
                where ${CHANGED_TRANSACTION_ID} = transaction_id::text collate "C" and ${IS_TRANSACTION_CHANGE}) as change
        ) as changes), false)`;
