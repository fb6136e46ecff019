/** Where the rows of a select can be had as a binary COPY: quicker than a query, and in memory that does not grow. */
export interface CopySource {
  /** The pieces in which they come. The select is a constant of the code with numbers in it, never a text from outside. */
  copyOut(select: string): AsyncGenerator<Buffer, void>;
}
