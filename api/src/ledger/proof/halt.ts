import { lineFormat, POSITION, TEXT, TIME } from './line-format.js';

/** Why and when the signing of checkpoints was stopped (LED-22). */
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

/** Folder of the files of halts and resumptions, below that of the checkpoints. */
export const HALTS_FOLDER = 'halts';
/** Beginnings of their names. Names sort like times. */
export const HALT_FILES = `${HALTS_FOLDER}/halt-`;
export const RESUMPTION_FILES = `${HALTS_FOLDER}/resumption-`;

export function haltFileName(stoppedAt: Date): string {
  return haltsFileName(HALT_FILES, stoppedAt);
}

export function resumptionFileName(resumedAt: Date): string {
  return haltsFileName(RESUMPTION_FILES, resumedAt);
}

/** Writes and reads the content of the file of a halt. */
export const { format: formatHalt, parse: parseHalt } = HALT;

function haltsFileName(prefix: string, time: Date): string {
  return `${prefix}${time.toISOString().replaceAll(':', '-')}.txt`;
}
