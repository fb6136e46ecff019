import { SealBrokenError } from '../../platform/crypto/sealed-stream.js';
import { documentDigestOf } from './document-digest.js';
import type { DocumentFiles, DocumentPart } from './document-files.js';
import type { DocumentEntity } from './document.entity.js';

type CheckedDocument = Pick<DocumentEntity, 'id' | 'sha256' | 'originalSha256' | 'pageSha256'>;

/** Compares the files of a document with the digests in its row (FILE-26). Returns what differs, for operators. */
export async function findDocumentProblems(
  files: DocumentFiles,
  { id, sha256, originalSha256, pageSha256 }: CheckedDocument,
): Promise<string[]> {
  const problems: string[] = [];
  const isOld = originalSha256 === null;
  const digest = isOld ? sha256 : documentDigestOf(originalSha256, pageSha256);
  if (digest === null || sha256?.equals(digest) !== true) {
    problems.push(`document ${id}: the digests of its pages are not those of the whole`);
  }
  const expected: (readonly [DocumentPart, Buffer | null])[] = [
    ['original', isOld ? sha256 : originalSha256],
    ...pageSha256.map((page, index) => [index + 1, page] as const),
  ];
  for (const [part, digestOfPart] of expected) {
    const problem = await findProblem(() => files.digestOf(id, part, !isOld), digestOfPart);
    if (problem !== null)
      problems.push(`document ${id}: ${part === 'original' ? 'the original' : `page ${part}`} ${problem}`);
  }
  return problems;
}

async function findProblem(
  digestNow: () => Promise<Buffer | null>,
  expected: Buffer | null,
): Promise<string | null> {
  try {
    const digest = await digestNow();
    if (digest === null) return 'is missing';
    return expected?.equals(digest) === true ? null : 'was changed';
  } catch (error) {
    if (error instanceof SealBrokenError) return 'was changed or swapped';
    throw error;
  }
}
