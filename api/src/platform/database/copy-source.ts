/** Reads the result of a query as a binary COPY: faster than a query, and in constant memory. */
export interface CopySource {
  /** Yields the chunks of the result. `select` contains only constants and numbers, never outside text. */
  copyOut(select: string): AsyncGenerator<Buffer, void>;
}
