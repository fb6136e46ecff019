import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { SealBrokenError } from '../../platform/crypto/sealed-stream.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { DocumentConverter } from './conversion/document-converter.js';
import { documentDigestOf } from './document-digest.js';
import { type ConvertedDocument, DocumentFiles, type DocumentPart } from './document-files.js';
import type { DocumentEntity } from './document.entity.js';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Documents whose files are kept. Others are incomplete, or their files will soon be deleted. */
const KEPT = `status in ('stored', 'attached')`;

type CheckedDocument = Pick<DocumentEntity, 'id' | 'sha256' | 'originalSha256' | 'pageSha256'>;

const SELECT_CHECKED = `select id, sha256, original_sha256 as "originalSha256", page_sha256 as "pageSha256"
  from stored_object where id > $1 and ${KEPT} order by id limit 1`;

/** A document stored before page pictures existed. */
export type OldDocument = Pick<DocumentEntity, 'id' | 'userId' | 'sha256'>;

const IS_OLD = `${KEPT} and cardinality(page_sha256) = 0`;

/** An old document whose page pictures are stored but not recorded yet. */
export interface ConvertedOldDocument extends OldDocument {
  readonly isSealed: boolean;
  readonly converted: ConvertedDocument;
}

/**
 * Maintains all customers' documents for operators, with the application's database role. Each method can be stopped
 * and restarted at any time, even while the bank is running.
 */
export class DocumentMaintenance {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly files: DocumentFiles,
    private readonly converter: DocumentConverter,
  ) {}

  static async open(dataSource: DataSource, config: Config): Promise<DocumentMaintenance> {
    const converter = new DocumentConverter({ socketPath: config.documentWorkerSocket });
    return new DocumentMaintenance(dataSource, await DocumentFiles.open(config), converter);
  }

  /** Compares every document's files with their digests (FILE-26). Yields each document's problems, for operators. */
  async *check(): AsyncGenerator<readonly string[]> {
    for (let after = FIRST_ID; ;) {
      const [document] = await this.dataSource.query<CheckedDocument[]>(SELECT_CHECKED, [after]);
      if (document === undefined) return;
      const problems = await findProblems(this.files, document);
      const isStill = problems.length > 0 && (await this.isUnchanged(document));
      yield isStill ? problems : [];
      after = document.id;
    }
  }

  /**
   * Seals every document's files with the current key (SEC-11). Returns the number of documents that had been sealed
   * with another key.
   */
  async reseal(): Promise<number> {
    const { keyId } = this.files;
    for (let done = 0; ; done += 1) {
      const isDone = await this.dataSource.transaction(async (manager) => {
        const [next] = await manager.query<{ id: string; pages: number }[]>(
          `select id, cardinality(page_sha256) as pages from stored_object where sealed_with <> $1 and ${KEPT}
            order by id limit 1 for update`,
          [keyId],
        );
        if (next === undefined) return true;
        await this.files.reseal(next.id, 'original');
        for (let page = 1; page <= next.pages; page += 1) await this.files.reseal(next.id, page);
        await manager.query('update stored_object set sealed_with = $2 where id = $1', [next.id, keyId]);
        return false;
      });
      if (isDone) return done;
    }
  }

  async countOld(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `select count(*) as count from stored_object where ${IS_OLD}`,
    );
    return row?.count ?? 0;
  }

  /** Yields the documents stored before page pictures existed, one at a time. */
  async *findOld(): AsyncGenerator<OldDocument> {
    for (let after = FIRST_ID; ;) {
      const [document] = await this.dataSource.query<OldDocument[]>(
        `select id, user_id as "userId", sha256 from stored_object where id > $1 and ${IS_OLD} order by id limit 1`,
        [after],
      );
      if (document === undefined) return;
      yield document;
      after = document.id;
    }
  }

  /**
   * Converts a document stored before page pictures existed. Its file becomes the original (FILE-25).
   *
   * @throws Error the document could not be converted and is unchanged; the message tells operators why
   */
  async convert(document: OldDocument): Promise<ConvertedOldDocument> {
    const { id, sha256 } = document;
    // An interrupted run may have sealed the file.
    const isSealed = await this.files.isSealed(id);
    const digest = await this.files.digestOf(id, 'original', isSealed);
    if (sha256 === null || digest?.equals(sha256) !== true) {
      throw new Error('its file is missing or was changed');
    }
    const original = await this.openOriginal(id, isSealed);
    const converted = await this.files.putPages(id, { ...original, sha256 }, this.converter);
    return { ...document, isSealed, converted };
  }

  /**
   * Records a converted document's pages and seals its original, in the caller's transaction.
   *
   * @throws Error the document was deleted or converted in the meantime, or its file is missing
   */
  async recordConverted(
    manager: EntityManager,
    { id, sha256, isSealed, converted }: ConvertedOldDocument,
  ): Promise<void> {
    const { contentType, originalType, originalSha256, pageSha256, sealedWith } = converted;
    const updated = await manager.query<[unknown, number]>(
      `update stored_object set content_type = $3, original_type = $4, original_sha256 = $5, page_sha256 = $6,
          sha256 = $7, sealed_with = $8
        where id = $1 and sha256 = $2`,
      [
        ...[id, sha256, contentType, originalType, originalSha256, pageSha256],
        ...[converted.sha256, sealedWith],
      ],
    );
    if (updated[1] !== 1) throw new Error('it was deleted or converted in the meantime');
    if (isSealed) return;
    const original = await this.openOriginal(id, false);
    await this.files.put(id, 'original', original.content, original.bytes);
  }

  private async openOriginal(id: string, isSealed: boolean): Promise<StoredStream> {
    const original = await (isSealed ? this.files.open(id, 'original') : this.files.openUnsealed(id));
    if (original === null) throw new Error('its file is missing');
    return original;
  }

  /** Whether a document still exists with this digest. It may have been deleted or converted during the check. */
  private async isUnchanged({ id, sha256 }: CheckedDocument): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from stored_object where id = $1 and sha256 is not distinct from $2',
      [id, sha256],
    );
    return rows.length > 0;
  }
}

/** Compares a document's files with the digests in its row. */
async function findProblems(
  files: DocumentFiles,
  { id, sha256, originalSha256, pageSha256 }: CheckedDocument,
): Promise<string[]> {
  const problems: string[] = [];
  const isOld = originalSha256 === null;
  const digest = isOld ? sha256 : documentDigestOf(originalSha256, pageSha256);
  if (digest === null || sha256?.equals(digest) !== true) {
    problems.push(`document ${id}: the digests of its files do not match the digest of the whole document`);
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
