import { SingleBar } from 'cli-progress';

/** Shows on standard error how far a command has read the log. */
export interface Progress {
  readonly update: (position: number, total: number) => void;
  readonly stop: () => void;
}

const PLAIN_EVERY_MS = 5_000;
const FORMAT = '{what} [{bar}] {percentage}% | {value} of {total} | {rate} a second | {eta_formatted} left';

/** Shows a progress bar on a terminal, and a line every few seconds elsewhere. */
export function showProgress(what: string): Progress {
  return process.stderr.isTTY ? bar(what) : plainLines(what);
}

function bar(what: string): Progress {
  const single = new SingleBar({
    format: FORMAT,
    stream: process.stderr,
    barsize: 20,
    clearOnComplete: true,
    // Leaves the terminal's settings unchanged, so Ctrl-C needs no cleanup.
    hideCursor: null,
    linewrap: null,
    gracefulExit: false,
    etaBuffer: 50,
  });
  const startedAt = performance.now();
  return {
    update(position, total) {
      const rate = eventsPerSecond(position, startedAt).toLocaleString('en-US');
      if (!single.isActive) single.start(total, 0, { what, rate });
      single.setTotal(Math.max(total, position));
      single.update(position, { what, rate });
    },
    stop() {
      if (single.isActive) single.stop();
    },
  };
}

function plainLines(what: string): Progress {
  const startedAt = performance.now();
  let reportedAt = startedAt;
  return {
    update(position, total) {
      if (performance.now() - reportedAt < PLAIN_EVERY_MS) return;
      reportedAt = performance.now();
      const percent = Math.floor((100 * position) / Math.max(total, position));
      const rate = eventsPerSecond(position, startedAt);
      const left = rate > 0 ? `, ${Math.ceil(Math.max(total - position, 0) / rate)} s left` : '';
      process.stderr.write(
        `${what}: ${position} of ${total} events (${percent}%), ${rate} a second${left}\n`,
      );
    },
    stop: () => undefined,
  };
}

function eventsPerSecond(position: number, startedAt: number): number {
  const seconds = (performance.now() - startedAt) / 1000;
  return seconds > 0 ? Math.round(position / seconds) : 0;
}
