import { randomUUID } from 'node:crypto';
import { TransferSource } from './transfers.js';
import type { Scenario } from './ways.js';

const UNIFORM_ACCOUNTS = 1_000;

/** The accounts that transfers leave in each scenario. */
export type AccountsOf = Record<Scenario, readonly string[]>;

export function newAccounts(): AccountsOf {
  return {
    uniform: Array.from({ length: UNIFORM_ACCOUNTS }, () => randomUUID()),
    hot: [randomUUID()],
  };
}

export const allOf = ({ uniform, hot }: AccountsOf): string[] => [...uniform, ...hot];

/** The same transfers in the same order for every way: only ids and keys, which are random, differ. */
export function sourcesOf({ uniform, hot }: AccountsOf): Record<Scenario, TransferSource> {
  return { uniform: new TransferSource(uniform, 1), hot: new TransferSource(hot, 2) };
}
