/** A fault that a test must detect. */
export interface Mutation {
  /** Unique and descriptive, such as `hold-not-released`. */
  readonly id: string;
  /** The source file in `api/src`, `common/src` or `web/src`, relative to the repository's root. */
  readonly file: string;
  /** The anchor: text that occurs exactly once in the file. It may span lines. */
  readonly find: string;
  /** What replaces the anchor. */
  readonly replace: string;
  /** The base name of the spec file that must fail. */
  readonly test: string;
  /** The tests to run: a regular expression for the full title, as for Jest's `-t`. Without it, the whole file runs. */
  readonly title?: string;
  /** The consequence of the fault, in one sentence. */
  readonly because: string;
}
