/** Injection token of the `Config`. */
export const CONFIG = Symbol('Config');

/** Injection token of the clock: `() => Date`. */
export const CLOCK = Symbol('Clock');
export type Clock = () => Date;
