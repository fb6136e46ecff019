import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { allAccountIds, createAccountIds, createTransferSources } from '../accounts.js';
import { writeThroughLedger, openAccounts } from '../ledger-contender.js';
import type { WriteTransfer } from '../load.js';
import type { TransferSource } from '../transfer-source.js';
import { PEAK_CALLERS } from '../contenders.js';
import { BENCH_SIGNER } from '../bench-signer.js';

/** A ledger to which the real writer adds transfers. Counts its events. */
export class BenchLedger {
  private eventCount = 0;

  private constructor(
    private readonly writeTransfer: WriteTransfer,
    private readonly source: TransferSource,
    readonly close: () => Promise<void>,
  ) {}

  /** Opens an empty ledger and creates the benchmark's accounts with funds. */
  static async open(url: string): Promise<BenchLedger> {
    const accounts = createAccountIds();
    const writer = createLedgerWriter(url, BENCH_SIGNER);
    const bank = new BenchLedger(writeThroughLedger(writer), createTransferSources(accounts).uniform, () =>
      writer.close(),
    );
    await openAccounts(writer, allAccountIds(accounts));
    // Two events per account: opened and funded.
    bank.eventCount = 2 * allAccountIds(accounts).length;
    return bank;
  }

  get events(): number {
    return this.eventCount;
  }

  /**
   * Writes transfers, one event each, with the number of callers at which the writer is fastest. Returns the duration
   * in milliseconds.
   */
  async write(transfers: number): Promise<number> {
    let left = transfers;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await this.writeTransfer(this.source.next());
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: PEAK_CALLERS }, caller));
    this.eventCount += transfers;
    return performance.now() - started;
  }
}
