import { CircleAlert, FileCheck, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { Spinner } from '@/components/ui/spinner';
import { messageOf } from '@/lib/api/api-error';
import { cn } from '@/lib/cn';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { fileError, type documentsFor } from './documents';
import { useUploadDocument } from './queries/use-upload-document';

type DocumentFieldProps = {
  kind: ReturnType<typeof documentsFor>[number];
  isUploaded: boolean;
  isMissing: boolean;
  onUploaded: (path: string) => void;
};

/** One document: chosen, sent at once, and replaceable until the application is submitted. */
export function DocumentField({ kind, isUploaded, isMissing, onUploaded }: DocumentFieldProps) {
  const id = useId();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const upload = useUploadDocument();
  const expire = useSessionExpiry();

  const refuse = (message: string) => {
    setError(message);
    toast({ title: 'Upload Failed', description: message, variant: 'destructive' });
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = fileError(file, kind.accept);
    if (problem) {
      refuse(problem);
      return;
    }
    setError(undefined);
    setFileName(file.name);
    upload.mutate(
      { documentType: kind.type, file },
      {
        onSuccess: onUploaded,
        onError: (cause) => {
          if (!expire(cause)) refuse(messageOf(cause, 'Upload failed'));
        },
      },
    );
  };
  const shownError = error ?? (isMissing ? 'This document is missing' : undefined);
  return (
    <div>
      <label
        className={cn(
          'relative flex min-h-18 items-center gap-4 rounded-md border border-dashed p-4 has-focus-visible:outline-2 has-focus-visible:outline-accent',
          shownError
            ? 'border-danger'
            : isUploaded
              ? 'border-accent bg-accent-soft'
              : 'border-control hover:bg-hover',
        )}
      >
        <input
          type="file"
          accept={kind.accept}
          className="sr-only"
          disabled={upload.isPending}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={`${id}-state`}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <StateIcon isPending={upload.isPending} isUploaded={isUploaded} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{kind.label}</span>
          <span id={`${id}-state`} aria-live="polite" className="block truncate text-sm text-ink-2">
            {upload.isPending
              ? `Uploading ${fileName}`
              : isUploaded
                ? `${fileName || 'The document'} is uploaded`
                : `${kind.hint}, up to 10 MB`}
          </span>
        </span>
        <span aria-hidden="true" className="text-sm font-[550] text-accent">
          {isUploaded ? 'Replace' : 'Choose'}
        </span>
      </label>
      <div aria-live="polite">
        {shownError ? (
          <p className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {shownError}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function StateIcon({ isPending, isUploaded }: { isPending: boolean; isUploaded: boolean }) {
  if (isPending) return <Spinner className="size-6 text-accent" />;
  const Icon = isUploaded ? FileCheck : Upload;
  return (
    <Icon
      aria-hidden="true"
      className={cn('size-6', isUploaded ? 'text-accent' : 'text-ink-3')}
      strokeWidth={1.5}
    />
  );
}
