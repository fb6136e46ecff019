/**
 * The current fee rate in basis points: 2% (TRF-6). Each transfer records the rate that applied when it was requested.
 */
export const FEE_BASIS_POINTS = 200;

/** The fee rate as a percentage. */
export const FEE_PERCENT = FEE_BASIS_POINTS / 100;

/** Returns a transfer's fee: the rate applied to the amount, rounded half up to a cent (TRF-6). */
export function feeCentsOf(amountCents: number, basisPoints = FEE_BASIS_POINTS): number {
  return Math.floor((amountCents * basisPoints + 5_000) / 10_000);
}

/** Returns the amount that a transfer's recipient gets at the current rate. */
export function netCentsOf(amountCents: number): number {
  return amountCents - feeCentsOf(amountCents);
}

/** Returns the smallest amount whose net is exactly `netCents`, about net / 0.98 (TRF-7). */
export function amountCentsForNet(netCents: number): number {
  let amountCents = Math.max(0, Math.floor((netCents * 100) / (100 - FEE_PERCENT)) - 1);
  while (netCentsOf(amountCents) < netCents) amountCents += 1;
  return amountCents;
}
