import { createSerialQueue } from './serial-queue.fixtures.js';
import { accessLog } from './production.fixtures.js';
import {
  freePort,
  type RunningProcess,
  type RunningApiProcess,
  type RunningNginx,
  startApiProcess,
  type StartOptions,
  startWorkerProcess,
  waitFor,
} from '../harness/index.js';

/** How a process is ended: SIGTERM or SIGKILL. */
export type Termination = 'stop' | 'kill9';

/** Processes of one kind. They are replaced one at a time, so the others keep running. */
export interface ProcessGroup {
  /** Number of ended processes, by kind of termination. */
  readonly terminations: Readonly<Record<Termination, number>>;
  /** Ends the next process in turn and starts a replacement. Resolves when the process has ended. */
  replaceNext(termination: Termination): Promise<void>;
  /** Resolves when all replacements are running. */
  allRunning(): Promise<void>;
  /** Stops all processes, including a replacement that is starting. */
  close(): Promise<void>;
}

/** Two free ports for APIs. */
export const reserveTwoPorts = async (): Promise<[number, number]> => [await freePort(), await freePort()];

/** Starts two APIs behind nginx. A replacement counts as running once it has served a request from nginx. */
export async function startApis(
  nginx: RunningNginx,
  ports: readonly [number, number],
  options: StartOptions,
): Promise<ProcessGroup> {
  const start = async (port: number): Promise<RunningApiProcess> => {
    const seen = accessLog(nginx).length;
    const api = await startApiProcess({ ...options, port });
    const hasServed = () =>
      accessLog(nginx)
        .slice(seen)
        .some((line) => line.api === `127.0.0.1:${port}` && line.status < 500);
    if (isRunning)
      await waitFor(hasServed, { what: `requests to port ${port}`, everyMs: 200, timeoutMs: 20_000 });
    return api;
  };
  let isRunning = false;
  const group = await startGroup(ports.map((port) => () => start(port)));
  isRunning = true;
  return group;
}

/** Starts two workers. */
export const startWorkers = (options: StartOptions): Promise<ProcessGroup> =>
  startGroup([() => startWorkerProcess(options), () => startWorkerProcess(options)]);

async function startGroup(starts: readonly (() => Promise<RunningProcess>)[]): Promise<ProcessGroup> {
  const members: RunningProcess[] = [];
  for (const start of starts) members.push(await start());
  const terminations: Record<Termination, number> = { stop: 0, kill9: 0 };
  const enqueue = createSerialQueue();
  let next = 0;
  let isClosed = false;

  const replace = async (termination: Termination, onEnded: () => void): Promise<void> => {
    if (isClosed) throw new Error('The process group is closed');
    const index = next++ % members.length;
    await members[index]?.[termination]();
    terminations[termination] += 1;
    onEnded();
    const start = starts[index];
    if (start !== undefined) members[index] = await start();
  };

  return {
    terminations,
    replaceNext: (termination) =>
      new Promise((resolve, reject) => {
        enqueue(() => replace(termination, resolve)).catch(reject);
      }),
    allRunning: () => enqueue(() => Promise.resolve()),
    close: async () => {
      isClosed = true;
      await enqueue(() => Promise.resolve()).catch(() => undefined);
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
