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
} from '../support/index.js';

/** How a process ends: asked to, or as by a power cut. */
export type Termination = 'stop' | 'kill9';

/** Processes of one kind that are replaced one at a time, so that the others go on. */
export interface ProcessGroup {
  /** How often one was ended, and how. */
  readonly terminations: Readonly<Record<Termination, number>>;
  /** Ends the next one in turn. Resolves when it is gone; another is started in its place meanwhile. */
  replaceNext(how: Termination): Promise<void>;
  /** Resolves when all of them run. */
  allRunning(): Promise<void>;
  /** Ends all of them, also one that is just starting in another's place; none is replaced any more. */
  close(): Promise<void>;
}

/** Two ports that APIs are going to have. */
export const reserveTwoPorts = async (): Promise<[number, number]> => [await freePort(), await freePort()];

/** Two APIs behind nginx. One that was replaced counts as back when nginx has sent it a request. */
export async function startApis(
  nginx: RunningNginx,
  ports: readonly [number, number],
  options: StartOptions,
): Promise<ProcessGroup> {
  const start = async (port: number): Promise<RunningApiProcess> => {
    const seen = accessLog(nginx).length;
    const api = await startApiProcess({ ...options, port });
    const isAsked = () =>
      accessLog(nginx)
        .slice(seen)
        .some((line) => line.api === `127.0.0.1:${port}` && line.status < 500);
    if (isRunning)
      await waitFor(isAsked, { what: `requests to port ${port}`, everyMs: 200, timeoutMs: 20_000 });
    return api;
  };
  let isRunning = false;
  const group = await startGroup(ports.map((port) => () => start(port)));
  isRunning = true;
  return group;
}

/** Two workers. */
export const startWorkers = (options: StartOptions): Promise<ProcessGroup> =>
  startGroup([() => startWorkerProcess(options), () => startWorkerProcess(options)]);

async function startGroup(starts: readonly (() => Promise<RunningProcess>)[]): Promise<ProcessGroup> {
  const members: RunningProcess[] = [];
  for (const start of starts) members.push(await start());
  const ended: Record<Termination, number> = { stop: 0, kill9: 0 };
  const inTurn = createSerialQueue();
  let next = 0;
  let isClosed = false;

  const replace = async (how: Termination, gone: () => void): Promise<void> => {
    if (isClosed) throw new Error('these processes are not replaced any more');
    const at = next++ % members.length;
    await members[at]?.[how]();
    ended[how] += 1;
    gone();
    const start = starts[at];
    if (start !== undefined) members[at] = await start();
  };

  return {
    terminations: ended,
    replaceNext: (how) =>
      new Promise((resolve, reject) => {
        inTurn(() => replace(how, resolve)).catch(reject);
      }),
    allRunning: () => inTurn(() => Promise.resolve()),
    close: async () => {
      isClosed = true;
      await inTurn(() => Promise.resolve()).catch(() => undefined);
      await Promise.all(members.map((one) => one.stop()));
    },
  };
}
