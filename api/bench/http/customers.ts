import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Connection } from '../connection.js';
import { openAccounts } from '../ledger-contender.js';

/** Creates signed-in customers who can send money. Returns their session tokens. */
export async function addCustomers(
  connection: Connection,
  writer: LedgerWriter,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const tokens = ids.map(() => randomBytes(32).toString('base64url'));
  await connection.rows(
    `insert into app_user (id, email, first_name, last_name, moniker, password_hash, is_email_verified, created_at)
     select id, 'customer' || n || '@bench.example', 'Ada', 'Lindqvist', 'customer_' || n, 'none', true, now()
     from unnest($1::uuid[]) with ordinality as input (id, n)`,
    [ids],
  );
  await connection.rows(
    `insert into account_request (id, user_id, account_type, status, account_number, routing_number, approved_at, created_at)
     select gen_random_uuid(), id, 'personal', 'approved', (100000000 + n)::text, '021000021', now(), now()
     from unnest($1::uuid[]) with ordinality as input (id, n)`,
    [ids],
  );
  await connection.rows(
    `insert into session (id, token_hash, user_id, created_at, last_seen_at, expires_at, label)
     select gen_random_uuid(), token_hash, id, now(), now(), now() + interval '12 hours', 'Benchmark'
     from unnest($1::uuid[], $2::bytea[]) as input (id, token_hash)`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  await openAccounts(writer, ids);
  return tokens;
}
