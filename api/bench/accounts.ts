import { randomUUID } from 'node:crypto';
import { TransferSource } from './transfer-source.js';
import type { Scenario } from './contenders.js';

const UNIFORM_ACCOUNTS = 1_000;

/** The accounts that send transfers, by scenario. */
export type AccountsByScenario = Record<Scenario, readonly string[]>;

export function createAccountIds(): AccountsByScenario {
  return {
    uniform: Array.from({ length: UNIFORM_ACCOUNTS }, () => randomUUID()),
    hot: [randomUUID()],
  };
}

export const allAccountIds = ({ uniform, hot }: AccountsByScenario): string[] => [...uniform, ...hot];

/**
 * Creates each scenario's sequence of transfers. Every contender gets the same transfers in the same order; only the
 * random account ids and idempotency keys differ.
 */
export function createTransferSources({
  uniform,
  hot,
}: AccountsByScenario): Record<Scenario, TransferSource> {
  return { uniform: new TransferSource(uniform, 1), hot: new TransferSource(hot, 2) };
}
