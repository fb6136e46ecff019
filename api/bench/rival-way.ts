import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CorrectnessError } from './checks.js';
import type { Load, Window } from './load.js';
import type { Scenario, Way, WayName } from './ways.js';

/** What a rival's process is asked for. */
export interface RivalRequest {
  readonly scenario: Scenario;
  readonly load: Load;
}

export type RivalAnswer =
  | { readonly ready: true }
  | { readonly window: Window }
  | { readonly error: string; readonly isWrong: boolean };

export type RivalName = Exclude<WayName, 'ledger' | 'ordinary'>;

const SCRIPT = path.join(import.meta.dirname, 'rival-process.js');

/** Starts a rival in a process of its own, on an empty database of its own. Throws if it cannot be installed there. */
export async function openRivalWay(name: RivalName, url: string): Promise<Way> {
  const child = fork(SCRIPT, [name], { env: { ...process.env, RIVAL_URL: url } });
  await answerOf(child, 'ready');
  return {
    name,
    async window(scenario, load) {
      const request: RivalRequest = { scenario, load };
      child.send(request);
      const { window } = await answerOf(child, 'window');
      return window;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

type Answered<Key extends string> = Extract<RivalAnswer, Record<Key, unknown>>;

/** The next answer, which must be of one kind. Throws what the rival threw, and if its process ends instead. */
async function answerOf<Key extends 'ready' | 'window'>(
  child: ChildProcess,
  key: Key,
): Promise<Answered<Key>> {
  const abort = new AbortController();
  const { signal } = abort;
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ error: 'its process ended', isWrong: false }]),
    ])) as [RivalAnswer];
    if (key in answer) return answer as Answered<Key>;
    if (!('error' in answer)) throw new Error(`an answer without ${key}`);
    throw answer.isWrong ? new CorrectnessError(answer.error) : new Error(answer.error);
  } finally {
    abort.abort();
  }
}
