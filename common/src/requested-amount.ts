import { netCentsOf } from './fee.js';
import { DAILY_LIMIT_CENTS } from './limits.js';
import { formatUsd } from './money.js';

/** Maximum amount of a request for money: what a recipient gets if the payer sends the whole daily limit (TRF-110). */
export const MAX_REQUESTED_CENTS = netCentsOf(DAILY_LIMIT_CENTS);

export const REQUESTED_TOO_MUCH = `You can ask for up to ${formatUsd(MAX_REQUESTED_CENTS)}`;
