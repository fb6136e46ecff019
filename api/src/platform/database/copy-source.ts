/** Reads a query's result as a binary COPY: faster than fetching its rows, and in constant memory. */
export interface CopySource {
  /** Yields the result's chunks. `select` must contain only constants and numbers, never untrusted text. */
  copyOut(select: string): AsyncGenerator<Buffer, void>;
}
