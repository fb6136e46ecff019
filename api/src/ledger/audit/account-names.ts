import { SYSTEM_ACCOUNTS, type SystemAccountName } from '../domain/accounts.js';

const NAMES = new Map(Object.entries(SYSTEM_ACCOUNTS).map(([name, id]) => [id as string, name]));

/** The name of one of the bank's own accounts; null for a customer's. */
export function systemAccountName(accountId: string): string | null {
  return NAMES.get(accountId) ?? null;
}

/** What an account is called in a report: its name where it is the bank's own, else its id. */
export function accountLabel(accountId: string): string {
  return NAMES.get(accountId) ?? accountId;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of an account given by its id or by the name of one of the bank's own; null for anything else. */
export function accountIdOf(nameOrId: string): string | null {
  const name = nameOrId.toLowerCase();
  if (Object.hasOwn(SYSTEM_ACCOUNTS, name)) return SYSTEM_ACCOUNTS[name as SystemAccountName];
  return UUID.test(name) ? name : null;
}
