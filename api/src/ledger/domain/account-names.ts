import { SYSTEM_ACCOUNTS, type SystemAccountName } from './accounts.js';

const NAMES = new Map(Object.entries(SYSTEM_ACCOUNTS).map(([name, id]) => [id as string, name]));

/** Returns the name of a system account, or null for a customer account. */
export function systemAccountName(accountId: string): string | null {
  return NAMES.get(accountId) ?? null;
}

/** Returns the label of an account in reports: its name if it is a system account, else its id. */
export function accountLabel(accountId: string): string {
  return NAMES.get(accountId) ?? accountId;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Resolves an account id or the name of a system account to an account id. Returns null for anything else. */
export function accountIdOf(nameOrId: string): string | null {
  const name = nameOrId.toLowerCase();
  if (Object.hasOwn(SYSTEM_ACCOUNTS, name)) return SYSTEM_ACCOUNTS[name as SystemAccountName];
  return UUID.test(name) ? name : null;
}
