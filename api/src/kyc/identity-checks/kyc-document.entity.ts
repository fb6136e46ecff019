import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocumentKind } from '@moniker/common/applications.js';

/** An application's document (KYC-61). An application has at most one of each kind. */
@Entity('kyc_document')
export class KycDocumentEntity {
  @PrimaryColumn('uuid', { name: 'application_id' })
  applicationId: string;

  /** One of `DOCUMENTS` in `common/src/applications.ts`. */
  @PrimaryColumn('text')
  kind: DocumentKind;

  /** The stored object. */
  @Column('uuid', { name: 'object_id' })
  documentId: string;

  /** The document that a rejection named (KYC-64). Differs from `documentId` once the customer has replaced it. */
  @Column('uuid', { name: 'refused_object_id', nullable: true })
  refusedDocumentId: string | null;
}
