import type { OriginalType } from '@moniker/common/document-types.js';

/** What one conversion may use; beyond it, its process is killed and the document refused (FILE-14). */
export interface ConversionLimits {
  /** Until a process has loaded its libraries, also on a busy computer. Not the fault of the document. */
  readonly startMs: number;
  /** Time of the processor for a picture. */
  readonly pictureMs: number;
  /** For documents of several pages, which are PDF and TIFF. */
  readonly documentMs: number;
  /** Time on the clock, for a process that stands still. */
  readonly standstillMs: number;
  readonly memoryMb: number;
}

export const CONVERSION_LIMITS: ConversionLimits = {
  ...{ startMs: 30_000, pictureMs: 10_000, documentMs: 20_000, standstillMs: 60_000 },
  memoryMb: 512,
};
/** Each conversion may use the whole limit of memory. */
export const CONVERSIONS_AT_ONCE = 2;

export function timeLimitOf(type: OriginalType, { pictureMs, documentMs }: ConversionLimits): number {
  return type === 'application/pdf' || type === 'image/tiff' ? documentMs : pictureMs;
}
