import { uuidArray } from '../../platform/database/row-arrays.js';
import { selectList } from '../../platform/database/select.js';
import type { Sql } from '../../platform/database/sql.js';
import { isRecord } from '../domain/is-record.js';
import { digestTexts, textColumns, TEXT_FIELDS, type TextField } from './transaction-texts.js';

/** Texts as stored, with the payload of the transaction's first event. */
interface StoredTexts extends Readonly<Record<TextField, string | null>> {
  readonly id: string;
  readonly payload: string;
  /** Null if the texts are missing. */
  readonly salt: string | null;
}

const SELECT_TEXTS = `select t.transaction_id as id, e.payload, x.salt, ${selectList(textColumns(TEXT_FIELDS))}
  from ledger_transaction t
    join ledger_account a using (account_id)
    join ledger_event e on e.position = t.created_position
    left join ledger_transaction_text x using (transaction_id)
  where t.transaction_id = any($1::uuid[]) and not (a.status = 'closed' and x.salt is null)`;

/** The form of a digest. If an event has a value of any other form, its texts are not checked. */
const DIGEST = /^[\w-]{43}$/;

/**
 * Returns the ids of the transactions whose texts are missing or differ from the digest in their event. Texts missing
 * from closed accounts are not reported, because they may have been erased.
 */
export async function findChangedTexts(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<StoredTexts>(SELECT_TEXTS, [uuidArray(ids)]);
  return new Set(rows.filter(isChanged).map(({ id }) => id));
}

function isChanged({ payload, salt, ...texts }: StoredTexts): boolean {
  const stated: unknown = JSON.parse(payload);
  const digest = isRecord(stated) ? stated['textsDigest'] : null;
  if (typeof digest !== 'string' || !DIGEST.test(digest)) return false;
  const { description } = texts;
  if (salt === null || description === null) return true;
  const present = Object.fromEntries(TEXT_FIELDS.map((field) => [field, texts[field] ?? undefined]));
  return digestTexts({ ...present, description }, salt) !== digest;
}
