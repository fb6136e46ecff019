import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CorrectnessError } from './checks.js';
import type { Load, WindowResult } from './load.js';
import type { Scenario, Contender, ContenderName } from './contenders.js';

/** What a rival's process is asked for. */
export interface WindowRequest {
  readonly scenario: Scenario;
  readonly load: Load;
}

export type RivalMessage =
  | { readonly ready: true }
  | { readonly window: WindowResult }
  | { readonly error: string; readonly isWrong: boolean };

export type RivalName = Exclude<ContenderName, 'ledger' | 'ordinary'>;

const SCRIPT = path.join(import.meta.dirname, 'rival-process.js');

/** Starts a rival in a process of its own, on an empty database of its own. Throws if it cannot be installed there. */
export async function startRivalContender(name: RivalName, url: string): Promise<Contender> {
  const child = fork(SCRIPT, [name], { env: { ...process.env, RIVAL_URL: url } });
  await nextMessage(child, 'ready');
  return {
    name,
    async runWindow(scenario, load) {
      const request: WindowRequest = { scenario, load };
      child.send(request);
      const { window } = await nextMessage(child, 'window');
      return window;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

type MessageWith<Key extends string> = Extract<RivalMessage, Record<Key, unknown>>;

/** The next answer, which must be of one kind. Throws what the rival threw, and if its process ends instead. */
async function nextMessage<Key extends 'ready' | 'window'>(
  child: ChildProcess,
  key: Key,
): Promise<MessageWith<Key>> {
  const abort = new AbortController();
  const { signal } = abort;
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ error: 'its process ended', isWrong: false }]),
    ])) as [RivalMessage];
    if (key in answer) return answer as MessageWith<Key>;
    if (!('error' in answer)) throw new Error(`an answer without ${key}`);
    throw answer.isWrong ? new CorrectnessError(answer.error) : new Error(answer.error);
  } finally {
    abort.abort();
  }
}
