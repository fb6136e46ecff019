import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CorrectnessError } from './checks.js';
import type { Load, WindowResult } from './load.js';
import type { Scenario, Contender, ContenderName } from './contenders.js';

/** Requests one window from a rival's process. */
export interface WindowRequest {
  readonly scenario: Scenario;
  readonly load: Load;
}

export type RivalMessage =
  | { readonly ready: true }
  | { readonly window: WindowResult }
  | { readonly error: string; readonly isWrong: boolean };

export type RivalName = Exclude<ContenderName, 'ledger' | 'baseline'>;

const SCRIPT = path.join(import.meta.dirname, 'rival-process.js');

/** Starts a rival in its own process, on its own empty database. @throws Error it cannot be installed */
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

/**
 * The next message, which must have the given key.
 *
 * @throws CorrectnessError the rival wrote something wrong
 * @throws Error the rival failed, its process ended, or the message is of another kind
 */
async function nextMessage<Key extends 'ready' | 'window'>(
  child: ChildProcess,
  key: Key,
): Promise<MessageWith<Key>> {
  const abort = new AbortController();
  const { signal } = abort;
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ error: "The rival's process ended", isWrong: false }]),
    ])) as [RivalMessage];
    if (key in message) return message as MessageWith<Key>;
    if (!('error' in message)) throw new Error(`The rival sent a message without ${key}`);
    throw message.isWrong ? new CorrectnessError(message.error) : new Error(message.error);
  } finally {
    abort.abort();
  }
}
