/** The current fee rate in basis points: 2% (TRF-6). Each transfer records the rate that it was requested under. */
export const FEE_BASIS_POINTS = 200;

/** The same as a percentage, for texts. */
export const FEE_PERCENT = FEE_BASIS_POINTS / 100;

/** Returns the fee on a transfer: the rate applied to the amount, rounded half up to a cent (TRF-6). */
export function feeCentsOf(amountCents: number, basisPoints = FEE_BASIS_POINTS): number {
  return Math.floor((amountCents * basisPoints + 5_000) / 10_000);
}

/** Returns the amount that the recipient of a transfer gets. */
export function netCentsOf(amountCents: number): number {
  return amountCents - feeCentsOf(amountCents);
}

/** Returns the smallest amount whose net is exactly `netCents`, about net / 0.98 (TRF-7). */
export function amountCentsForNet(netCents: number): number {
  let amountCents = Math.max(0, Math.floor((netCents * 100) / (100 - FEE_PERCENT)) - 1);
  while (netCentsOf(amountCents) < netCents) amountCents += 1;
  return amountCents;
}
