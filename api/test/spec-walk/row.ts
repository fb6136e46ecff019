/** A test that proves a row, as it is written in its file. */
export interface Proof {
  /** The name of the test file, with the end of its folder where another has the same name. */
  readonly file: string;
  /** The title, with those of its describe blocks where it alone is not enough; none for any test of the file. */
  readonly title?: string;
  /** Words that stand in the test: a text of the screen, or the name of a case of its table. */
  readonly says?: string;
}

/** One sentence of the specification with the tests that prove it. */
export type Row = readonly [text: string, ...proofs: Proof[]];

export interface Chapter {
  /** Where the rows come from, `spec.md §5` say; the rows are numbered below it. */
  readonly id: string;
  readonly title: string;
  /** How many rows the chapter has, counted there and not here. */
  readonly count: number;
  /** How they were counted. */
  readonly because: string;
  readonly rows: readonly Row[];
}

/** Names tests of one file: `auth('a title')`, or `auth('a title', 'words that stand in it')`. */
export const testsOf =
  (file: string) =>
  (title: string, says?: string): Proof => ({ file, title, ...(says !== undefined && { says }) });

/** Names a file as a whole, for rows that are its very subject; `says` as above. */
export const wholeFile =
  (file: string) =>
  (says?: string): Proof => ({ file, ...(says !== undefined && { says }) });
