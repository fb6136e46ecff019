/** Injection token of the clock: `() => Date`. */
export const CLOCK = Symbol('Clock');
export type Clock = () => Date;

/** The clock of this machine. */
export const systemClock: Clock = () => new Date();
