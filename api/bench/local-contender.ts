import { assertWindowTotals, type WrittenTotals } from './checks.js';
import { runLoad, type WriteTransfer } from './load.js';
import { createTransferSources, type AccountsByScenario } from './accounts.js';
import type { Contender, ContenderName } from './contenders.js';

interface LocalContenderOptions {
  readonly writeTransfer: WriteTransfer;
  readonly accounts: AccountsByScenario;
  /** Reads from the database what the contender has written so far. */
  readonly readTotals: () => Promise<WrittenTotals>;
  readonly close: () => Promise<void>;
}

/** Creates a contender that runs in this process and checks each window against the database. */
export function createLocalContender(
  name: ContenderName,
  { writeTransfer, accounts, readTotals, close }: LocalContenderOptions,
): Contender {
  const sources = createTransferSources(accounts);
  return {
    name,
    async runWindow(scenario, load) {
      const before = await readTotals();
      const window = await runLoad(writeTransfer, sources[scenario], load);
      assertWindowTotals(name, before, await readTotals(), window.transfers);
      return window;
    },
    close,
  };
}
