import type { BalancePoint } from './analytics';
import type { TimeLabels } from './time-labels';

/** The points of the balance history and the name of each. */
export type BalanceHistory = {
  points: readonly BalancePoint[];
  names: readonly string[];
  labels: TimeLabels;
};
