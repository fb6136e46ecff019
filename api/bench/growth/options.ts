export interface GrowthOptions {
  /** Final number of events. */
  readonly events: number;
  readonly chartFolder: string | null;
}

const DEFAULT_EVENTS = 5_000_000;
const MIN_EVENTS = 10_000;
const MAX_EVENTS = 50_000_000;

/** Parses `--events=<number>` and `--chart=<folder>`. @throws Error on any other option */
export function readGrowthOptions(args: readonly string[]): GrowthOptions {
  let events = DEFAULT_EVENTS;
  let chartFolder: string | null = null;
  for (const arg of args) {
    if (arg.startsWith('--events=')) events = Number(arg.slice('--events='.length));
    else if (arg.startsWith('--chart=')) chartFolder = arg.slice('--chart='.length);
    else throw new Error(`Unknown option ${arg}. Options: --events=<number>, --chart=<folder>.`);
  }
  if (!Number.isSafeInteger(events) || events < MIN_EVENTS || events > MAX_EVENTS) {
    throw new Error(`--events must be a whole number from ${MIN_EVENTS} to ${MAX_EVENTS}`);
  }
  return { events, chartFolder };
}

const MARKS = [10_000, 100_000, 1_000_000, 5_000_000];

/** The sizes at which the cost of a transfer is measured, up to and including `events`. */
export function marksUpTo(events: number): number[] {
  return [...MARKS.filter((mark) => mark < events), events];
}
