import type { BalancePoint } from './analytics';
import type { TimeLabels } from './time-labels';

/** What the chart and the table of the balance history show. */
export type BalanceHistory = {
  points: readonly BalancePoint[];
  /** The label of each point, such as “Today”. */
  names: readonly string[];
  /** Labels the ticks of the time axis. */
  labels: TimeLabels;
};
