/** A request rate with the number of requests that may come at once. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Limits on the shape of a JSON body (SEC-13). */
export interface InputLimits {
  /** Nested levels of objects and lists. */
  readonly maxDepth: number;
  /** Values of all kinds, including objects and lists. */
  readonly maxValues: number;
}
