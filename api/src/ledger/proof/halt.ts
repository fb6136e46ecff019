/** Why and when the signing of checkpoints was stopped (LED-22). */
export interface Halt {
  readonly stoppedAt: Date;
  /** The position of the checkpoint that the log contradicts. */
  readonly position: number;
  readonly problem: string;
}

const TITLE = 'moniker ledger halt 1';
const TEXT = new RegExp(
  `^${TITLE}\\nstopped (?<stopped>\\S+)\\nposition (?<position>\\d+)\\nproblem (?<problem>[^\\n]+)\\n$`,
);

/** Folder of the files of halts and resumptions, below that of the checkpoints. */
export const HALTS_FOLDER = 'halts';
/** Beginnings of their names. Names sort like times. */
export const HALT_FILES = `${HALTS_FOLDER}/halt-`;
export const RESUMPTION_FILES = `${HALTS_FOLDER}/resumption-`;

export function haltFileName(stoppedAt: Date): string {
  return nameOf(HALT_FILES, stoppedAt);
}

export function resumptionFileName(resumedAt: Date): string {
  return nameOf(RESUMPTION_FILES, resumedAt);
}

/** Formats a halt as the content of its file. */
export function formatHalt({ stoppedAt, position, problem }: Halt): string {
  return `${TITLE}\nstopped ${stoppedAt.toISOString()}\nposition ${position}\nproblem ${problem}\n`;
}

/** Parses the content of the file of a halt; null if it is not one. */
export function parseHalt(text: string): Halt | null {
  const { stopped, position, problem } = TEXT.exec(text)?.groups ?? {};
  const stoppedAt = new Date(stopped ?? '');
  if (problem === undefined || Number.isNaN(stoppedAt.getTime())) return null;
  return { stoppedAt, position: Number(position), problem };
}

function nameOf(prefix: string, time: Date): string {
  return `${prefix}${time.toISOString().replaceAll(':', '-')}.txt`;
}
