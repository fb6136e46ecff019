import { formatBytes } from '@/lib/format';

type UploadProgressProps = { file: File; sentBytes: number };

/** The upload progress of a file. At 100% the server still checks the file. */
export function UploadProgress({ file, sentBytes }: UploadProgressProps) {
  const percent = file.size > 0 ? Math.floor((sentBytes / file.size) * 100) : 0;
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-label={`Upload of ${file.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-neutral-soft forced-color-adjust-none"
      >
        <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <p className="tnum mt-1.5 text-xs text-ink-3">
        {percent < 100
          ? `${formatBytes(sentBytes)} of ${formatBytes(file.size)}, ${percent}%`
          : 'Sent. The document is being checked.'}
      </p>
    </div>
  );
}
