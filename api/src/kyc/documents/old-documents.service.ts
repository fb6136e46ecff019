import type { EntityManager } from 'typeorm';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import type { DocumentConverter } from './conversion/document-converter.js';
import { type ConvertedPages, convertOriginal } from './convert-original.js';
import { documentDigestOf } from './document-digest.js';
import type { DocumentFiles } from './document-files.js';
import { StoredObjectEntity } from './stored-object.entity.js';

/** A document from before page pictures. */
export type OldDocument = Pick<StoredObjectEntity, 'id' | 'userId' | 'sha256'>;

/** An old document whose page pictures are stored, and not recorded yet. */
export interface ConvertedOldDocument {
  readonly id: string;
  readonly userId: string;
  readonly sha256: Buffer;
  readonly isSealed: boolean;
  readonly pages: ConvertedPages;
}

/** Turns documents from before page pictures into page pictures, with their file as the original (FILE-25). */
export class OldDocumentsService {
  constructor(
    readonly files: DocumentFiles,
    readonly converter: DocumentConverter,
  ) {}

  /** @throws Error why the document stays as it is, for operators */
  async convert({ id, userId, sha256 }: OldDocument): Promise<ConvertedOldDocument> {
    // An interrupted run may have sealed it.
    const isSealed = await this.files.isSealed(id);
    const digest = await this.files.digestOf(id, 'original', isSealed);
    if (sha256 === null || digest?.equals(sha256) !== true) {
      throw new Error('its file is missing or was changed');
    }
    const pages = await convertOriginal(this, id, await this.open(id, isSealed));
    return { id, userId, sha256, isSealed, pages };
  }

  /**
   * Records the pages and seals the original, in the transaction of the caller.
   *
   * @throws Error the document was deleted meanwhile
   */
  async record(manager: EntityManager, { id, sha256, isSealed, pages }: ConvertedOldDocument): Promise<void> {
    const { contentType, originalType, pageSha256 } = pages;
    const updated = await manager.update(
      StoredObjectEntity,
      { id, sha256 },
      {
        ...{ contentType, originalType, originalSha256: sha256, pageSha256: [...pageSha256] },
        sha256: documentDigestOf(sha256, pageSha256),
        sealedWith: this.files.keyId,
      },
    );
    if (updated.affected !== 1) throw new Error('it was deleted meanwhile');
    if (isSealed) return;
    const original = await this.open(id, false);
    await this.files.put(id, 'original', original.content, original.bytes);
  }

  private async open(id: string, isSealed: boolean): Promise<StoredStream> {
    const original = await (isSealed ? this.files.open(id, 'original') : this.files.openUnsealed(id));
    if (original === null) throw new Error('its file is missing');
    return original;
  }
}
