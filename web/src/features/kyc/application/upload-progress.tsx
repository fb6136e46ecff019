import { ProgressBar } from '@/components/ui/progress-bar';
import { formatBytes } from '@/lib/format';

/** A file on its way to the bank. */
export type Upload = {
  file: File;
  sentBytes: number;
  /** Whether the upload is queued behind another of the customer's documents. */
  isWaiting?: boolean;
  /** Seconds until the next try, if the bank was busy. */
  retrySeconds?: number;
};

/** Whether the upload is waiting, either for another document or for its next try. */
export function isHeldUp({ isWaiting, retrySeconds }: Upload): boolean {
  return isWaiting === true || retrySeconds !== undefined;
}

/** A file's upload progress. At 100%, the server is still checking the file. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { file, sentBytes } = upload;
  const percent = Math.floor((sentBytes / file.size) * 100);
  return (
    <div className="mt-3">
      <ProgressBar percent={percent} label={`Upload of ${file.name}`} />
      <p className="tnum mt-1.5 text-xs text-ink-3">{progressText(upload, percent)}</p>
    </div>
  );
}

function progressText({ file, sentBytes, isWaiting, retrySeconds }: Upload, percent: number): string {
  if (isWaiting === true) return 'Waiting for your other uploads to finish.';
  if (retrySeconds !== undefined) {
    const seconds = retrySeconds === 1 ? '1 second' : `${retrySeconds} seconds`;
    return `We're very busy right now. We'll send your document again in ${seconds}.`;
  }
  if (percent === 100) return "Sent. We're checking the document.";
  return `${formatBytes(sentBytes)} of ${formatBytes(file.size)}, ${percent}%`;
}
