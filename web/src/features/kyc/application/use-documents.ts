import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentKind } from '@moniker/common/applications.js';
import { messageOf } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { fileError, type RequiredDocument, type DocumentPaths } from './documents';
import { useAttachDocument } from './queries/use-attach-document';
import { uploadFile } from './upload-file';

/** The upload state of one document. If a replacement fails, the stored file stays. */
export type DocumentSlot = {
  stored?: { file: File; path: string } | undefined;
  uploading?: { file: File; sentBytes: number } | undefined;
  error?: string | undefined;
};

export type Documents = {
  slots: Partial<Record<DocumentKind, DocumentSlot>>;
  paths: DocumentPaths;
  isUploading: boolean;
  select: (kind: RequiredDocument, file: File) => void;
  cancel: (type: DocumentKind) => void;
  remove: (type: DocumentKind) => void;
  /** Removes a document that the server rejected, and shows the reason. */
  reject: (type: DocumentKind, message: string) => void;
};

/** The documents of an application. Held by the wizard, so that they survive a change of step (KYC-3). */
export function useDocuments(): Documents {
  const [slots, setSlots] = useState<Documents['slots']>({});
  const running = useRef(new Map<DocumentKind, AbortController>());
  const attach = useAttachDocument();
  const expire = useSessionExpiry();

  useEffect(() => {
    const uploads = running.current;
    return () => uploads.forEach((upload) => upload.abort());
  }, []);

  const updateSlot = useCallback((type: DocumentKind, part: DocumentSlot) => {
    setSlots((current) => ({ ...current, [type]: { ...current[type], ...part } }));
  }, []);
  const abortUpload = useCallback((type: DocumentKind) => {
    running.current.get(type)?.abort();
    running.current.delete(type);
  }, []);

  const upload = async (type: DocumentKind, file: File) => {
    abortUpload(type);
    const controller = new AbortController();
    const { signal } = controller;
    running.current.set(type, controller);
    updateSlot(type, { uploading: { file, sentBytes: 0 }, error: undefined });
    const onProgress = (sentBytes: number) => {
      if (!signal.aborted) updateSlot(type, { uploading: { file, sentBytes } });
    };
    try {
      const path = await uploadFile(file, { onProgress, signal });
      await attach(type, path);
      signal.throwIfAborted();
      updateSlot(type, { stored: { file, path }, uploading: undefined });
    } catch (cause) {
      if (signal.aborted) return;
      updateSlot(type, { uploading: undefined });
      if (!expire(cause)) fail(type, messageOf(cause, 'Upload failed'));
    }
  };
  const fail = (type: DocumentKind, message: string) => {
    updateSlot(type, { error: message });
    toast({ title: 'Upload Failed', description: message, variant: 'destructive' });
  };

  return {
    slots,
    paths: pathsOf(slots),
    isUploading: Object.values(slots).some(({ uploading }) => uploading !== undefined),
    select: ({ type, accept }, file) => {
      const problem = fileError(file, accept);
      if (problem) fail(type, problem);
      else void upload(type, file);
    },
    cancel: (type) => {
      abortUpload(type);
      updateSlot(type, { uploading: undefined });
    },
    remove: (type) => updateSlot(type, { stored: undefined, error: undefined }),
    reject: (type, message) => updateSlot(type, { stored: undefined, error: message }),
  };
}

function pathsOf(slots: Documents['slots']): DocumentPaths {
  const stored = Object.entries(slots).flatMap(([type, slot]) =>
    slot.stored ? [[type, slot.stored.path] as const] : [],
  );
  return Object.fromEntries(stored);
}
