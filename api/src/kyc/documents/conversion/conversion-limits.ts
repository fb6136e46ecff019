import type { OriginalType } from '@moniker/common/document-types.js';

/**
 * Limits on one conversion. A process that exceeds a limit is killed. Its document is then refused, unless the limit is
 * `startMs` (FILE-14).
 */
export interface ConversionLimits {
  /** Time for a process to load its libraries, even on a busy computer. Exceeding it is not the document's fault. */
  readonly startMs: number;
  /** CPU time for a picture. */
  readonly pictureMs: number;
  /** CPU time for a document that can have several pages: PDF or TIFF. */
  readonly documentMs: number;
  /** Wall-clock time, in case a process hangs. */
  readonly standstillMs: number;
  readonly memoryMb: number;
}

export const CONVERSION_LIMITS: ConversionLimits = {
  ...{ startMs: 30_000, pictureMs: 10_000, documentMs: 20_000, standstillMs: 60_000 },
  memoryMb: 512,
};
/** Maximum number of simultaneous conversions. It is low, because each can use up to `memoryMb`. */
export const CONVERSIONS_AT_ONCE = 2;

export function timeLimitOf(type: OriginalType, { pictureMs, documentMs }: ConversionLimits): number {
  return type === 'application/pdf' || type === 'image/tiff' ? documentMs : pictureMs;
}
