import type { LogSource } from '../log/scan-events.js';
import { LogFold } from './log-fold.js';
import { foldOrThrow, wholeLog } from './replay.js';
import { TransactionSteps } from './transaction-steps.js';

/**
 * Folds the whole log up to a position. Run it in one snapshot.
 *
 * @throws BrokenLogError with the first finding
 */
export async function foldTo(
  log: LogSource,
  position: number,
  onProgress: (position: number) => void,
): Promise<LogFold> {
  const steps = new TransactionSteps();
  try {
    const fold = new LogFold(steps);
    await foldOrThrow(wholeLog(log, position), fold, steps, onProgress);
    return fold;
  } finally {
    steps.close();
  }
}
