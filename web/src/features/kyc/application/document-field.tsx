import { type DocumentKind, DOCUMENTS } from '@moniker/common/applications.js';
import { Check, CircleAlert } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { formatBytes } from '@/lib/format';
import { DocumentPreview, NoDocument } from './document-preview';
import { acceptedFiles, type DocumentSlot } from './documents';
import type { Documents } from './use-documents';
import { isHeldUp, UploadProgress } from './upload-progress';
import { useDropTarget } from './use-drop-target';

type DocumentFieldProps = {
  kind: DocumentKind;
  documents: Documents;
  showMissing?: boolean;
  /** Whether a new upload can be removed. A document from the last application can only be replaced. */
  canRemove?: boolean;
};

/**
 * A field for one document. A selected or dropped file is uploaded immediately, and can be replaced until the
 * application is approved.
 */
export function DocumentField({
  kind,
  documents,
  showMissing = false,
  canRemove = false,
}: DocumentFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File) => documents.select(kind, file);
  const drop = useDropTarget(choose);
  const slot = documents.slots[kind] ?? {};
  const { stored, uploading } = slot;
  const isPresent = uploading !== undefined || stored !== undefined;
  const error = slot.error ?? (showMissing && !isPresent ? 'Upload this document' : undefined);
  return (
    <div>
      <div
        {...drop.handlers}
        className={cn(
          'relative rounded-md border p-4 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent',
          isPresent ? '' : 'border-dashed hover:bg-hover',
          drop.isOver ? 'border-accent bg-accent-soft' : error ? 'border-danger' : 'border-control',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name={kind}
          accept={acceptedFiles(kind).accept}
          className="sr-only"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-state ${id}-error`}
          onChange={({ target }) => {
            const [selected] = target.files ?? [];
            // Reset, so that the same file can be selected again after it has been removed or its upload has failed.
            target.value = '';
            if (selected) choose(selected);
          }}
        />
        <DocumentSummary inputId={id} kind={kind} slot={slot} isPresent={isPresent} />
        {uploading ? <UploadProgress upload={uploading} /> : null}
        {isPresent ? (
          <Actions key={uploading ? 'uploading' : 'stored'} input={input}>
            {uploading ? (
              <Button variant="secondary" size="sm" onClick={() => documents.cancel(kind)}>
                Cancel
                <ForDocument kind={kind} />
              </Button>
            ) : (
              <StoredActions
                kind={kind}
                viewPath={stored?.viewPath}
                onReplace={() => input.current?.click()}
                onRemove={canRemove && stored?.file ? () => documents.remove(kind) : undefined}
              />
            )}
          </Actions>
        ) : null}
      </div>
      <DocumentError id={`${id}-error`} error={error} />
    </div>
  );
}

type ActionsProps = { input: RefObject<HTMLInputElement | null>; children: ReactNode };

/**
 * The buttons for one state of the field: uploading or stored. If one of them has the focus when that state ends, the
 * focus moves to the file input.
 */
function Actions({ input, children }: ActionsProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [own, next] = [element.current, input.current];
    return () => {
      if (own?.contains(document.activeElement)) next?.focus();
    };
  }, [input]);
  return (
    <div ref={element} className="mt-3 flex flex-wrap gap-2">
      {children}
    </div>
  );
}

type DocumentSummaryProps = {
  inputId: string;
  kind: DocumentKind;
  slot: DocumentSlot;
  isPresent: boolean;
};

/** Preview, name and state. Without a file, the whole field opens the file chooser. */
function DocumentSummary({ inputId, kind, slot, isPresent }: DocumentSummaryProps) {
  const { stored, uploading } = slot;
  const file = uploading?.file ?? stored?.file;
  return (
    <div className="flex items-center gap-4">
      {isPresent ? (
        <DocumentPreview file={file} path={uploading ? undefined : stored?.path} />
      ) : (
        <NoDocument />
      )}
      <div className="min-w-0 flex-1">
        <label
          htmlFor={inputId}
          className={cn(
            'block text-sm font-semibold',
            !isPresent && "after:absolute after:inset-0 after:cursor-pointer after:content-['']",
          )}
        >
          {DOCUMENTS[kind].name}
        </label>
        {file ? <p className="truncate text-sm text-ink-2">{file.name}</p> : null}
        <p id={`${inputId}-state`} aria-live="polite" className="tnum text-sm text-ink-3">
          {stored && !uploading ? (
            <Check aria-hidden="true" className="mr-1 inline size-4 align-[-0.1875rem] text-accent" />
          ) : null}
          {stateText(kind, slot)}
        </p>
      </div>
      {isPresent ? null : (
        <span aria-hidden="true" className="text-sm font-[550] text-accent max-xs:hidden">
          Choose
        </span>
      )}
    </div>
  );
}

function stateText(kind: DocumentKind, { stored, uploading }: DocumentSlot): string {
  if (uploading) return isHeldUp(uploading) ? 'Waiting' : 'Uploading';
  if (stored?.file) return `Uploaded, ${formatBytes(stored.file.size)}`;
  return stored?.note ?? `${acceptedFiles(kind).hint}, up to 10 MB`;
}

type StoredActionsProps = {
  kind: DocumentKind;
  viewPath: string | undefined;
  onReplace: () => void;
  onRemove: (() => void) | undefined;
};

/** The actions on a document that the bank has. */
function StoredActions({ kind, viewPath, onReplace, onRemove }: StoredActionsProps) {
  return (
    <>
      <Button variant="secondary" size="sm" onClick={onReplace}>
        Replace
        <ForDocument kind={kind} />
      </Button>
      {onRemove ? (
        <Button variant="ghost" size="sm" onClick={onRemove}>
          Remove
          <ForDocument kind={kind} />
        </Button>
      ) : null}
      {viewPath === undefined ? null : (
        <a
          href={viewPath}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          View
          <ForDocument kind={kind} />
        </a>
      )}
    </>
  );
}

function DocumentError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {error ? (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Makes a button's accessible name unique by adding the document's name. */
function ForDocument({ kind }: { kind: DocumentKind }) {
  return <span className="sr-only"> {inSentence(DOCUMENTS[kind].name)}</span>;
}

/** Makes a label's first letter lowercase for use inside a sentence; abbreviations such as LLC keep their capitals. */
const inSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
