import { useCallback, useEffect, useRef, useState } from 'react';
import { DOCUMENT_KINDS, type DocumentKind } from '@moniker/common/applications.js';
import { errorMessage } from '@/lib/api/api-error';
import { toastError } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import {
  fileError,
  type DocumentPaths,
  type DocumentSlot,
  type Slots,
  type StoredDocument,
} from './documents';
import { uploadFile } from './upload-file';
import type { Upload } from './upload-progress';
import { useFilesKeptOut } from './use-drop-target';

/** The uploads of one document since the page was opened. */
type UploadState = Pick<DocumentSlot, 'stored' | 'uploading'> & {
  /** Why the last file was refused. Shown until the document at `path` is replaced (FILE-37). */
  refusal?: { message: string; path: string | undefined } | undefined;
};

export type Documents = {
  slots: Slots;
  /** All documents of the application, including earlier ones. */
  paths: DocumentPaths;
  /** Only the documents that were uploaded on this page. */
  uploaded: DocumentPaths;
  isUploading: boolean;
  /** Whether the bank had the document before this page was opened. */
  isEarlier: (kind: DocumentKind) => boolean;
  select: (kind: DocumentKind, file: File) => void;
  cancel: (kind: DocumentKind) => void;
  remove: (kind: DocumentKind) => void;
  /** Removes a document that the server rejected, and shows the reason. */
  reject: (kind: DocumentKind, message: string) => void;
};

type DocumentsOptions = {
  /** The documents that the bank already had when this page was opened. */
  earlier: Slots;
  /** Adds an uploaded document to the application. */
  attach: (kind: DocumentKind, path: string) => Promise<void>;
};

/**
 * The documents of an application. The wizard calls this hook once for all of its steps, so the documents survive a
 * change of step (KYC-3).
 */
export function useDocuments({ earlier, attach }: DocumentsOptions): Documents {
  const [uploads, setUploads] = useState<Partial<Record<DocumentKind, UploadState>>>({});
  const running = useRef(new Map<DocumentKind, AbortController>());
  const queue = useRef(Promise.resolve());
  const expire = useSessionExpiry();
  useFilesKeptOut();

  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);

  const update = useCallback((kind: DocumentKind, part: UploadState) => {
    setUploads((current) => ({ ...current, [kind]: { ...current[kind], ...part } }));
  }, []);
  const refuse = (kind: DocumentKind, message: string) =>
    setUploads((current) => {
      const path = currentDocument(current[kind]?.stored, earlier[kind]?.stored)?.path;
      return { ...current, [kind]: { ...current[kind], refusal: { message, path } } };
    });
  const abortUpload = useCallback((kind: DocumentKind) => {
    running.current.get(kind)?.abort();
    running.current.delete(kind);
  }, []);

  const upload = (kind: DocumentKind, file: File) => {
    abortUpload(kind);
    const controller = new AbortController();
    running.current.set(kind, controller);
    update(kind, {
      uploading: { file, sentBytes: 0, isWaiting: running.current.size > 1 },
      refusal: undefined,
    });
    // Uploads run one after the other, because the bank accepts only one document per customer at a time.
    queue.current = queue.current.then(() => send(kind, file, controller.signal));
  };
  const send = async (kind: DocumentKind, file: File, signal: AbortSignal) => {
    const isCanceled = () => signal.aborted;
    if (isCanceled()) return;
    const show = (upload: Omit<Upload, 'file'>) => {
      if (!isCanceled()) update(kind, { uploading: { file, ...upload } });
    };
    show({ sentBytes: 0 });
    try {
      const path = await uploadFile(file, {
        onProgress: (sentBytes) => show({ sentBytes }),
        onBusy: (retrySeconds) => show({ sentBytes: 0, retrySeconds }),
        signal,
      });
      await attach(kind, path);
      signal.throwIfAborted();
      update(kind, { stored: { file, path } });
    } catch (cause) {
      if (!isCanceled() && !expire(cause)) fail(kind, errorMessage(cause, 'Upload failed'));
    }
    if (isCanceled()) return;
    running.current.delete(kind);
    update(kind, { uploading: undefined });
  };
  const select = async (kind: DocumentKind, file: File) => {
    const problem = await fileError(file, kind);
    if (problem === undefined) upload(kind, file);
    else fail(kind, problem);
  };
  const fail = (kind: DocumentKind, message: string) => {
    refuse(kind, message);
    toastError('Upload Failed', message);
  };

  const slots = Object.fromEntries(
    DOCUMENT_KINDS.map((kind): [DocumentKind, DocumentSlot] => {
      const { stored: uploaded, uploading, refusal } = uploads[kind] ?? {};
      const stored = currentDocument(uploaded, earlier[kind]?.stored);
      const error = refusal?.path === stored?.path ? refusal?.message : undefined;
      return [kind, { stored, uploading, error }];
    }),
  ) as Slots;
  return {
    slots,
    paths: storedPaths(slots),
    uploaded: storedPaths(uploads),
    isUploading: Object.values(slots).some(({ uploading }) => uploading !== undefined),
    isEarlier: (kind) => earlier[kind] !== undefined,
    select: (kind, file) => void select(kind, file),
    cancel: (kind) => {
      abortUpload(kind);
      update(kind, { uploading: undefined });
    },
    remove: (kind) => update(kind, { stored: undefined, refusal: undefined }),
    reject: (kind, message) => {
      update(kind, { stored: undefined });
      refuse(kind, message);
    },
  };
}

/** The newest version of the document. An uploaded version can be viewed once it is part of the application. */
function currentDocument(
  uploaded: StoredDocument | undefined,
  known: StoredDocument | undefined,
): StoredDocument | undefined {
  if (uploaded === undefined) return known;
  return uploaded.path === known?.path ? { ...known, ...uploaded } : uploaded;
}

function storedPaths(slots: Slots): DocumentPaths {
  const stored = Object.entries(slots).flatMap(([kind, slot]) =>
    slot.stored ? [[kind, slot.stored.path] as const] : [],
  );
  return Object.fromEntries(stored);
}
