import type { BalancePoint } from './analytics';
import type { TimeLabels } from './time-labels';

/** The points of the balance history and their labels. */
export type BalanceHistory = {
  points: readonly BalancePoint[];
  names: readonly string[];
  labels: TimeLabels;
};
