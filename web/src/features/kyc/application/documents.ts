import { DOCUMENT_KINDS, type DocumentKind, DOCUMENTS, documentsFor } from '@moniker/common/applications.js';
import {
  ACCEPT_DOCUMENT,
  ACCEPT_IMAGE,
  recognizeType,
  TYPE_HEAD_BYTES,
} from '@moniker/common/document-types.js';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';

/** Stored paths (`/objects/…`) of the uploaded documents. */
export type DocumentPaths = Partial<Record<DocumentKind, string>>;

export type RequiredDocument = { type: DocumentKind; label: string; accept: string; hint: string };

const IMAGE_NAMES = 'JPEG, PNG, HEIC, TIFF, WebP, AVIF and GIF';

/** The document type of this name, or undefined for an unknown name. */
export function documentTypeOf(name: string): DocumentKind | undefined {
  return DOCUMENT_KINDS.find((kind) => kind === name);
}

/** The documents that an account type requires (KYC-6, KYC-7). */
export function requiredDocuments(accountType: string): readonly RequiredDocument[] {
  return documentsFor(accountType).map((kind) => ({
    ...{ type: kind, label: DOCUMENTS[kind].name },
    ...(DOCUMENTS[kind].accepts === 'image'
      ? { accept: ACCEPT_IMAGE, hint: 'An image' }
      : { accept: ACCEPT_DOCUMENT, hint: 'An image or a PDF' }),
  }));
}

/** The error message for missing documents, or undefined if all are present (KYC-6, KYC-7). */
export function missingDocumentsMessage(accountType: string, paths: DocumentPaths): string | undefined {
  if (requiredDocuments(accountType).every(({ type }) => paths[type])) return undefined;
  return accountType === 'business'
    ? 'Please upload all required business documents'
    : 'Please upload both front and back of your driving license';
}

/**
 * Why a file cannot be uploaded, or undefined if it can (FILE-2, FILE-30). Recognizes it by its content, because browsers
 * have no name for many types, such as HEIC. The server decides.
 */
export async function fileError(file: File, { accept }: RequiredDocument): Promise<string | undefined> {
  if (file.size === 0) return 'This file is empty. Choose another one.';
  if (file.size > MAX_UPLOAD_BYTES) return 'File size must be less than 10MB';
  let type;
  try {
    type = recognizeType(new Uint8Array(await file.slice(0, TYPE_HEAD_BYTES).arrayBuffer()));
  } catch {
    // It was moved, or is in a cloud folder and not on this device.
    return "Your device couldn't open this file. Choose it again.";
  }
  if (type !== null && accept.includes(type)) return undefined;
  return accept === ACCEPT_IMAGE
    ? `Choose an image. We accept ${IMAGE_NAMES}.`
    : `Choose an image or a PDF. We accept ${IMAGE_NAMES} images.`;
}
