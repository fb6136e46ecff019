import { assertWindowTotals, type WrittenTotals } from './checks.js';
import { runLoad, type WriteTransfer } from './load.js';
import { createTransferSources, type AccountsByScenario } from './accounts.js';
import type { Contender, ContenderName } from './contenders.js';

interface LocalContenderOptions {
  readonly transfer: WriteTransfer;
  readonly accounts: AccountsByScenario;
  /** What the way has written in all, as the database says. */
  readonly readTotals: () => Promise<WrittenTotals>;
  readonly close: () => Promise<void>;
}

/** A way that runs in this process. */
export function createLocalContender(
  name: ContenderName,
  { transfer, accounts, readTotals, close }: LocalContenderOptions,
): Contender {
  const sources = createTransferSources(accounts);
  return {
    name,
    async runWindow(scenario, load) {
      const before = await readTotals();
      const window = await runLoad(transfer, sources[scenario], load);
      assertWindowTotals(name, before, await readTotals(), window.transfers);
      return window;
    },
    close,
  };
}
