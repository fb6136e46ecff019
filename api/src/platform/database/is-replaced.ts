/**
 * An SQL condition: the customer has submitted a newer application or account request, so this one can no longer be
 * decided (KYC-60). `row` is the alias of a row of `table`.
 */
export function isReplacedSql(table: 'account_request' | 'kyc_application', row: string): string {
  return `exists (select from ${table} newer
    where newer.user_id = ${row}.user_id and (newer.created_at, newer.id) > (${row}.created_at, ${row}.id))`;
}
