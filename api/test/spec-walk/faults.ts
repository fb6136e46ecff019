import type { FoundTest } from './read-tests.js';
import type { Chapter, Proof, Row } from './row.js';

/** The tests of every test file, by the file's path. */
export type TestFiles = ReadonlyMap<string, readonly FoundTest[]>;

/** What is wrong with a chapter, a line each; none when every row of it is proven. */
export function faultsOf(chapter: Chapter, files: TestFiles): string[] {
  const { rows, count, because } = chapter;
  const faults = rows.flatMap((row, index) =>
    rowFaults(row, files).map((fault) => `${chapter.id} row ${index + 1} (${row[0]}): ${fault}`),
  );
  if (rows.length !== count) {
    faults.push(`${chapter.id} has ${rows.length} rows, and should have ${count} (${because})`);
  }
  return [...faults, ...doubled(rows).map((text) => `${chapter.id} has this row twice: ${text}`)];
}

function rowFaults([, ...proofs]: Row, files: TestFiles): string[] {
  if (proofs.length === 0) return ['no test proves it'];
  return proofs.map((proof) => proofFault(proof, files)).filter((fault) => fault !== null);
}

function proofFault({ file, title, says }: Proof, files: TestFiles): string | null {
  const paths = [...files.keys()].filter((path) => path.endsWith(`/${file}`));
  if (paths.length > 1) return `${file} is the name of ${paths.length} files; put its folder before it`;
  const tests = files.get(paths[0] ?? '') ?? [];
  const named = title === undefined ? tests : tests.filter((test) => [test.title, test.path].includes(title));
  const what = title === undefined ? file : `'${title}' of ${file}`;
  if (named.length === 0) return `there is no ${what}`;
  if (title !== undefined && says === undefined && named.length > 1) {
    return `there are ${named.length} ${what}; name the describe block`;
  }
  const run = named.filter(({ isSkipped }) => !isSkipped);
  if (run.length === 0) return `${what} is skipped`;
  if (says === undefined || run.some((test) => test.texts.some((text) => text.includes(says)))) return null;
  return `'${says}' does not stand in ${what}`;
}

function doubled(rows: readonly Row[]): string[] {
  const texts = rows.map(([text]) => text);
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}
