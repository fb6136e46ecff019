/** A fault that a test must detect. */
export interface Mutation {
  /** Unique, and telling: `transfer-hold-not-released`. */
  readonly id: string;
  /** The source file, from the repository's root; in `api/src` or `web/src`. */
  readonly file: string;
  /** The anchor: text that occurs exactly once in the file. It may span lines. */
  readonly find: string;
  /** What replaces the anchor. */
  readonly replace: string;
  /** The base name of the spec file that must fail. */
  readonly test: string;
  /** The tests to run, as for Jest's `-t`: a regular expression on the full title. All of the file if absent. */
  readonly title?: string;
  /** What the fault would mean, in one sentence. */
  readonly because: string;
}
