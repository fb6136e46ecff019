import { createLedgerWriter } from '../../src/ledger/create-ledger.js';
import { allOf, newAccounts, sourcesOf } from '../accounts.js';
import { ledgerWay, openAccounts } from '../ledger-way.js';
import type { Transfer } from '../load.js';
import type { TransferSource } from '../transfers.js';
import { MANY } from '../ways.js';

/** A ledger that transfers are written into by the real writer, with its size. */
export class Bank {
  private written = 0;

  private constructor(
    private readonly transfer: Transfer,
    private readonly source: TransferSource,
    readonly close: () => Promise<void>,
  ) {}

  /** Opens a thousand funded accounts in an empty ledger. */
  static async open(url: string): Promise<Bank> {
    const accounts = newAccounts();
    const writer = createLedgerWriter(url);
    const bank = new Bank(ledgerWay(writer), sourcesOf(accounts).uniform, () => writer.close());
    await openAccounts(writer, allOf(accounts));
    // Each account is opened and then funded.
    bank.written = 2 * allOf(accounts).length;
    return bank;
  }

  get events(): number {
    return this.written;
  }

  /** Writes transfers, one event each, from as many callers as the writer is quickest with; answers milliseconds. */
  async write(transfers: number): Promise<number> {
    let left = transfers;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await this.transfer(this.source.next());
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: MANY }, caller));
    this.written += transfers;
    return performance.now() - started;
  }
}
