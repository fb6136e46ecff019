import type { EntityManager } from 'typeorm';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import type { DocumentConverter } from './conversion/document-converter.js';
import { type ConvertedDocument, convertOriginal } from './convert-original.js';
import type { DocumentFiles } from './document-files.js';
import { DocumentEntity } from './document.entity.js';

/** A document from before page pictures. */
export type OldDocument = Pick<DocumentEntity, 'id' | 'userId' | 'sha256'>;

/** An old document whose page pictures are stored, and not recorded yet. */
export interface ConvertedOldDocument {
  readonly id: string;
  readonly userId: string;
  readonly sha256: Buffer;
  readonly isSealed: boolean;
  readonly converted: ConvertedDocument;
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
    const original = await this.open(id, isSealed);
    const converted = await convertOriginal(this, { id, originalSha256: sha256 }, original);
    return { id, userId, sha256, isSealed, converted };
  }

  /**
   * Records the pages and seals the original, in the transaction of the caller.
   *
   * @throws Error the document was deleted meanwhile
   */
  async record(
    manager: EntityManager,
    { id, sha256, isSealed, converted }: ConvertedOldDocument,
  ): Promise<void> {
    const updated = await manager.update(DocumentEntity, { id, sha256 }, converted);
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
