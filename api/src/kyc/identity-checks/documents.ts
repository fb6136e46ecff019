import { DOCUMENT_KINDS, type DocumentKind, DOCUMENTS } from '@moniker/common/applications.js';
import type { DocumentToAttach } from '../documents/objects.service.js';

/** Stored object ids by kind; null where there is no document. */
export type DocumentIds = Readonly<Record<DocumentKind, string | null>>;

/**
 * Describes a document to attach. `requestField` is the request field to report errors under, where it differs from
 * `kind`.
 */
export function attachmentOf(
  kind: DocumentKind,
  objectId: string,
  requestField: string = kind,
): DocumentToAttach {
  const { accepts, subject: label } = DOCUMENTS[kind];
  return { field: requestField, objectId, accepts, label };
}

export function documentIdsOf(documents: DocumentIds): string[] {
  return DOCUMENT_KINDS.flatMap((kind) => documents[kind] ?? []);
}
