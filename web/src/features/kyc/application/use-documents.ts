import { useCallback, useEffect, useRef, useState } from 'react';
import { DOCUMENT_KINDS, type DocumentKind } from '@moniker/common/applications.js';
import { messageOf } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { fileError, type RequiredDocument, type DocumentPaths } from './documents';
import { uploadFile } from './upload-file';
import type { Upload } from './upload-progress';
import { useFilesKeptOut } from './use-drop-target';

/** A document that the bank has: uploaded now, or part of the last application. */
export type StoredDocument = {
  path: string;
  /** The file, if it was uploaded now. */
  file?: File;
  /** If it was uploaded earlier: what to say of it, and where it opens. */
  note?: string;
  viewPath?: string;
};

/** The upload state of one document. If a replacement fails, the stored file stays. */
export type DocumentSlot = {
  stored?: StoredDocument | undefined;
  uploading?: Upload | undefined;
  error?: string | undefined;
};

export type Slots = Partial<Record<DocumentKind, DocumentSlot>>;

/** What happened to a document on this page. */
type UploadState = Pick<DocumentSlot, 'stored' | 'uploading'> & {
  /** Why the last file was refused. It stands beside the document at `path` until that is replaced (FILE-37). */
  refusal?: { message: string; path: string | undefined } | undefined;
};

export type Documents = {
  slots: Slots;
  /** Those that the application has, with the earlier ones. */
  paths: DocumentPaths;
  /** Those that were uploaded now. */
  uploaded: DocumentPaths;
  isUploading: boolean;
  /** Whether the bank had the document before this page was opened. */
  isEarlier: (kind: DocumentKind) => boolean;
  select: (kind: RequiredDocument, file: File) => void;
  cancel: (type: DocumentKind) => void;
  remove: (type: DocumentKind) => void;
  /** Removes a document that the server rejected, and shows the reason. */
  reject: (type: DocumentKind, message: string) => void;
};

type DocumentsOptions = {
  /** What the bank has of an earlier upload. */
  earlier: Slots;
  /** Adds an uploaded document to the application. */
  attach: (kind: DocumentKind, path: string) => Promise<void>;
};

/** The documents of an application. Held by the wizard, so that they survive a change of step (KYC-3). */
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

  const update = useCallback((type: DocumentKind, part: UploadState) => {
    setUploads((current) => ({ ...current, [type]: { ...current[type], ...part } }));
  }, []);
  const refuse = (type: DocumentKind, message: string) =>
    setUploads((current) => {
      const path = newestOf(current[type]?.stored, earlier[type]?.stored)?.path;
      return { ...current, [type]: { ...current[type], refusal: { message, path } } };
    });
  const abortUpload = useCallback((type: DocumentKind) => {
    running.current.get(type)?.abort();
    running.current.delete(type);
  }, []);

  const upload = (type: DocumentKind, file: File) => {
    abortUpload(type);
    const controller = new AbortController();
    running.current.set(type, controller);
    update(type, {
      uploading: { file, sentBytes: 0, isWaiting: running.current.size > 1 },
      refusal: undefined,
    });
    // One after the other: the bank receives one document of a customer at a time.
    queue.current = queue.current.then(() => send(type, file, controller.signal));
  };
  const send = async (type: DocumentKind, file: File, signal: AbortSignal) => {
    const isCanceled = () => signal.aborted;
    if (isCanceled()) return;
    const show = (upload: Omit<Upload, 'file'>) => {
      if (!isCanceled()) update(type, { uploading: { file, ...upload } });
    };
    show({ sentBytes: 0 });
    try {
      const path = await uploadFile(file, {
        onProgress: (sentBytes) => show({ sentBytes }),
        onBusy: (retrySeconds) => show({ sentBytes: 0, retrySeconds }),
        signal,
      });
      await attach(type, path);
      signal.throwIfAborted();
      update(type, { stored: { file, path } });
    } catch (cause) {
      if (!isCanceled() && !expire(cause)) fail(type, messageOf(cause, 'Upload failed'));
    }
    if (isCanceled()) return;
    running.current.delete(type);
    update(type, { uploading: undefined });
  };
  const select = async (kind: RequiredDocument, file: File) => {
    const problem = await fileError(file, kind);
    if (problem === undefined) upload(kind.type, file);
    else fail(kind.type, problem);
  };
  const fail = (type: DocumentKind, message: string) => {
    refuse(type, message);
    toast({ title: 'Upload Failed', description: message, variant: 'destructive' });
  };

  const slots = Object.fromEntries(
    DOCUMENT_KINDS.map((kind): [DocumentKind, DocumentSlot] => {
      const { stored: uploaded, uploading, refusal } = uploads[kind] ?? {};
      const stored = newestOf(uploaded, earlier[kind]?.stored);
      const error = refusal?.path === stored?.path ? refusal?.message : undefined;
      return [kind, { stored, uploading, error }];
    }),
  ) as Slots;
  return {
    slots,
    paths: pathsOf(slots),
    uploaded: pathsOf(uploads),
    isUploading: Object.values(slots).some(({ uploading }) => uploading !== undefined),
    isEarlier: (kind) => earlier[kind] !== undefined,
    select: (kind, file) => void select(kind, file),
    cancel: (type) => {
      abortUpload(type);
      update(type, { uploading: undefined });
    },
    remove: (type) => update(type, { stored: undefined, refusal: undefined }),
    reject: (type, message) => {
      update(type, { stored: undefined });
      refuse(type, message);
    },
  };
}

/** What was uploaded now; once the application has it, it can be viewed too. */
function newestOf(
  uploaded: StoredDocument | undefined,
  known: StoredDocument | undefined,
): StoredDocument | undefined {
  if (uploaded === undefined) return known;
  return uploaded.path === known?.path ? { ...known, ...uploaded } : uploaded;
}

function pathsOf(slots: Slots): DocumentPaths {
  const stored = Object.entries(slots).flatMap(([type, slot]) =>
    slot.stored ? [[type, slot.stored.path] as const] : [],
  );
  return Object.fromEntries(stored);
}
