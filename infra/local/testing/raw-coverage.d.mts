import type { ScriptCov } from '@bcoe/v8-coverage';

export function readRawCoverage(
  folder: string,
): (ScriptCov & { source?: string; sourceMap?: object | undefined })[];
