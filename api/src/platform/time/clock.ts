/** Injection token of the clock: `() => Date`. */
export const CLOCK = Symbol('Clock');
export type Clock = () => Date;

/** This machine's clock. */
export const systemClock: Clock = () => new Date();
