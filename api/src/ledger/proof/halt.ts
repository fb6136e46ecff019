import { lineFormat, POSITION, TEXT, TIME } from './line-format.js';

/** Why and when checkpoint signing stopped (LED-22). */
export interface Halt {
  readonly stoppedAt: Date;
  /** The position of the checkpoint that the log contradicts. */
  readonly position: number;
  readonly problem: string;
}

const HALT = lineFormat<Halt>('moniker ledger halt 1', {
  stoppedAt: ['stopped', TIME],
  position: ['position', POSITION],
  problem: ['problem', TEXT],
});

/** Folder for the files of halts and resumptions, inside the checkpoints' folder. */
export const HALTS_FOLDER = 'halts';
/** Prefixes of the file names of halts and resumptions. The names sort by time. */
export const HALT_FILES = `${HALTS_FOLDER}/halt-`;
export const RESUMPTION_FILES = `${HALTS_FOLDER}/resumption-`;

export function haltFileName(stoppedAt: Date): string {
  return haltsFileName(HALT_FILES, stoppedAt);
}

export function resumptionFileName(resumedAt: Date): string {
  return haltsFileName(RESUMPTION_FILES, resumedAt);
}

/** Formats and parses a halt's file. */
export const { format: formatHalt, parse: parseHalt } = HALT;

function haltsFileName(prefix: string, time: Date): string {
  return `${prefix}${time.toISOString().replaceAll(':', '-')}.txt`;
}
