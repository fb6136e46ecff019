import { assertGrowth, type Written } from './checks.js';
import { underAnyLoad, type Transfer } from './load.js';
import { sourcesOf, type AccountsOf } from './accounts.js';
import type { Way, WayName } from './ways.js';

interface Parts {
  readonly transfer: Transfer;
  readonly accounts: AccountsOf;
  /** What the way has written in all, as the database says. */
  readonly written: () => Promise<Written>;
  readonly close: () => Promise<void>;
}

/** A way that runs in this process. */
export function localWay(name: WayName, { transfer, accounts, written, close }: Parts): Way {
  const sources = sourcesOf(accounts);
  return {
    name,
    async window(scenario, load) {
      const before = await written();
      const window = await underAnyLoad(transfer, sources[scenario], load);
      assertGrowth(name, before, await written(), window.transfers);
      return window;
    },
    close,
  };
}
