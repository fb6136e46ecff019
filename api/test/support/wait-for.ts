import { setTimeout as pause } from 'node:timers/promises';
import { measure } from './measure.js';

interface WaitOptions {
  /** What is waited for, for the message of a failure. */
  what: string;
  timeoutMs?: number;
  everyMs?: number;
}

/**
 * Asks again and again until the answer is neither false, null nor undefined, and returns it. An ask that throws counts
 * as "not yet"; its error is part of the failure.
 */
export const waitFor = <T>(
  ask: () => T | Promise<T>,
  limits: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> => measure('polling', () => poll(ask, limits));

async function poll<T>(
  ask: () => T | Promise<T>,
  { what, timeoutMs = 30_000, everyMs = 25 }: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { answer, failure } = await attempt(ask);
    if (hasValue(answer)) return answer;
    if (Date.now() >= end) {
      throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`, { cause: failure ?? answer });
    }
    await pause(everyMs);
  }
}

async function attempt<T>(ask: () => T | Promise<T>): Promise<{ answer?: T; failure?: unknown }> {
  try {
    return { answer: await ask() };
  } catch (failure) {
    return { failure };
  }
}

function hasValue<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== undefined && answer !== null && answer !== false;
}
