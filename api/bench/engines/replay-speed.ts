import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import type { KurrentSettings } from '../../src/platform/config/kurrent-settings.js';

/** How fast auditors replay the stream of a bank. */
export interface ReplayFigures {
  readonly events: number;
  readonly readPerSecond: number;
  readonly replayPerSecond: number;
}

const PAGE = 2_000;

/** Reads the stream, then replays it as the command-line tool does. */
export async function measureReplay(kurrent: KurrentSettings, auditorUrl: string): Promise<ReplayFigures> {
  const log = new KurrentLog(kurrent);
  const read = await timed(() => readAll(log));
  await log.close();
  const options = { inThread: true, kurrent };
  const replay = await withLedgerAudit(
    auditorUrl,
    (audit) => timed(async () => (await audit.replay(undefined, () => undefined)).events),
    options,
  );
  return { events: replay.events, readPerSecond: read.perSecond, replayPerSecond: replay.perSecond };
}

/** Reads all events of a log. Returns their number. */
export async function readAll(log: KurrentLog): Promise<number> {
  let position = 0;
  for (;;) {
    const events = await log.read(position, PAGE);
    position += events.length;
    if (events.length < PAGE) return position;
  }
}

/** Times work that returns how many events it has read. */
export async function timed(work: () => Promise<number>): Promise<{ events: number; perSecond: number }> {
  const started = performance.now();
  const events = await work();
  return { events, perSecond: (events * 1_000) / (performance.now() - started) };
}
