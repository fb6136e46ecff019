import { DOCUMENT_KINDS, type DocumentKind, DOCUMENTS, documentsFor } from '@moniker/common/applications.js';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';

/** Stored paths (`/objects/…`) of the uploaded documents. */
export type DocumentPaths = Partial<Record<DocumentKind, string>>;

export type RequiredDocument = { type: DocumentKind; label: string; accept: string; hint: string };

const IMAGES = 'image/*';
const IMAGES_OR_PDF = 'image/*,application/pdf';

/** The document type of this name, or undefined for an unknown name. */
export function documentTypeOf(name: string): DocumentKind | undefined {
  return DOCUMENT_KINDS.find((kind) => kind === name);
}

/** The documents that an account type requires (KYC-6, KYC-7). */
export function requiredDocuments(accountType: string): readonly RequiredDocument[] {
  return documentsFor(accountType).map((kind) => ({
    ...{ type: kind, label: DOCUMENTS[kind].name },
    ...(DOCUMENTS[kind].accepts === 'image'
      ? { accept: IMAGES, hint: 'An image' }
      : { accept: IMAGES_OR_PDF, hint: 'An image or a PDF' }),
  }));
}

/** The error message for missing documents, or undefined if all are present (KYC-6, KYC-7). */
export function missingDocumentsMessage(accountType: string, paths: DocumentPaths): string | undefined {
  if (requiredDocuments(accountType).every(({ type }) => paths[type])) return undefined;
  return accountType === 'business'
    ? 'Please upload all required business documents'
    : 'Please upload both front and back of your driving license';
}

/** Why a file cannot be uploaded, or undefined if it can. The server also checks the content (FILE-2, FILE-3). */
export function fileError(file: File, accept: string): string | undefined {
  const isImage = file.type.startsWith('image/');
  const isAllowed = isImage || (accept === IMAGES_OR_PDF && file.type === 'application/pdf');
  if (!isAllowed) return accept === IMAGES ? 'Choose an image' : 'Choose an image or a PDF';
  return file.size > MAX_UPLOAD_BYTES ? 'File size must be less than 10MB' : undefined;
}
