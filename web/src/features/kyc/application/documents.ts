import { type DocumentKind, DOCUMENTS, documentsFor } from '@moniker/common/applications.js';
import {
  ACCEPT_DOCUMENT,
  ACCEPT_IMAGE,
  recognizeType,
  TYPE_HEAD_BYTES,
} from '@moniker/common/document-types.js';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import type { ResponseBody } from '@/lib/api/types';
import type { Upload } from './upload-progress';

/** The customer's last application. */
export type Kyc = NonNullable<ResponseBody<'/api/kyc/status', 'get'>['kyc']>;

/** A document that the bank has: uploaded now, or part of the last application. */
export type StoredDocument = {
  path: string;
  /** The file, if it was uploaded now. */
  file?: File;
  /** A description, if the document was uploaded earlier. */
  note?: string;
  /** The URL to view the document, once an application includes it. */
  viewPath?: string;
};

/** The upload state of one document. If a replacement fails, the stored file stays. */
export type DocumentSlot = {
  stored?: StoredDocument | undefined;
  uploading?: Upload | undefined;
  error?: string | undefined;
};

export type Slots = Partial<Record<DocumentKind, DocumentSlot>>;

/** Stored paths (`/objects/…`) of the uploaded documents. */
export type DocumentPaths = Partial<Record<DocumentKind, string>>;

const IMAGE_NAMES = 'JPEG, PNG, HEIC, TIFF, WebP, AVIF or GIF';

const ACCEPTED = {
  image: {
    accept: ACCEPT_IMAGE,
    hint: 'An image',
    refusal: `That isn't an image. Use ${IMAGE_NAMES}.`,
  },
  'image or PDF': {
    accept: ACCEPT_DOCUMENT,
    hint: 'An image or a PDF',
    refusal: `That isn't an image or a PDF. Use PDF, ${IMAGE_NAMES}.`,
  },
};

/** The accepted file types, the hint that names them, and the error message for other files. */
export function acceptedFiles(kind: DocumentKind): { accept: string; hint: string; refusal: string } {
  return ACCEPTED[DOCUMENTS[kind].accepts];
}

/** The error message for missing documents, or undefined if all are present (KYC-6, KYC-7). */
export function missingDocumentsMessage(accountType: string, paths: DocumentPaths): string | undefined {
  if (documentsFor(accountType).every((kind) => paths[kind])) return undefined;
  return accountType === 'business'
    ? 'Please upload all required business documents'
    : 'Please upload both front and back of your driving license';
}

/**
 * Why a file cannot be uploaded, or undefined if it can (FILE-2, FILE-30). Recognizes the file's type by its content,
 * because browsers don't report a type for many formats, such as HEIC. The server makes the final decision.
 */
export async function fileError(file: File, kind: DocumentKind): Promise<string | undefined> {
  if (file.size === 0) return 'This file is empty. Choose another one.';
  if (file.size > MAX_UPLOAD_BYTES) return 'File size must be less than 10MB';
  let type;
  try {
    type = recognizeType(new Uint8Array(await file.slice(0, TYPE_HEAD_BYTES).arrayBuffer()));
  } catch {
    // The file was moved, or is in a cloud folder and not on this device.
    return "Your device couldn't open this file. Choose it again.";
  }
  const { accept, refusal } = acceptedFiles(kind);
  return type !== null && accept.includes(type) ? undefined : refusal;
}

/** The application's documents that the bank has, each with its description. */
export function slotsOfDocuments(documents: Kyc['documents'], note: (kind: DocumentKind) => string): Slots {
  return Object.fromEntries(
    documents.map(({ kind, path, pages }) => {
      // Several pages are viewed as one PDF.
      const shown =
        pages === 1
          ? { note: note(kind), viewPath: path }
          : { note: `${note(kind)}, ${pages} pages`, viewPath: `${path}/pdf` };
      return [kind, { stored: { path, ...shown } }];
    }),
  );
}

/**
 * The documents that the next application keeps. After a rejected account request, the next application keeps all
 * approved documents (KYC-72). If only some documents were rejected, it keeps the others and any replacements that were
 * uploaded before a page reload (FILE-36).
 */
export function keptDocuments(kyc: Kyc | null): Slots {
  if (kyc === null || (kyc.status !== 'approved' && kyc.documentsToReplace.length === 0)) return {};
  return slotsOfDocuments(
    kyc.documents.filter(({ isRefused }) => !isRefused),
    (kind) => (kyc.documentsToReplace.includes(kind) ? 'Uploaded' : 'Kept from your last application'),
  );
}
