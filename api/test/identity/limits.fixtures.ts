import { expect } from '@jest/globals';
import { login, newPerson, type Bank } from './auth.fixtures.js';
import { HttpClient, query, type HttpResponse } from '../harness/index.js';

/** Ends all waits, but keeps the counts of wrong tries. */
export async function expireBackoff({ database, store }: Pick<Bank, 'database' | 'store'>): Promise<void> {
  await query(database.superUrl, `update attempt set blocked_until = 'epoch'`);
  await store.clearBackoff();
}

/** Extends all current waits by an hour, so they do not end during a slow test. */
export async function extendBackoff({ database }: Pick<Bank, 'database'>): Promise<void> {
  await query(
    database.superUrl,
    `update attempt set blocked_until = blocked_until + interval '1 hour' where blocked_until > last_at`,
  );
}

/** An attacker who guesses passwords for one email address, from the tests' IP address. */
export interface Guesser {
  guess(): Promise<HttpResponse>;
  /** Guesses once more and expects a refusal with a wait of more than ten minutes. */
  expectRefused(): Promise<void>;
}

/** Returns an attacker who has to wait 15 minutes after each further guess. */
export async function blockedGuesser(bank: Pick<Bank, 'api' | 'database' | 'store'>): Promise<Guesser> {
  const { guess } = await throttledGuesser(bank);
  await expireBackoff(bank);
  await query(bank.database.superUrl, 'update attempt set failures = failures + 10');
  expect((await guess()).status).toBe(401);
  const expectRefused = async (): Promise<void> => {
    const { status, headers } = await guess();
    expect({ status, isLong: Number(headers.get('retry-after')) > 600 }).toEqual({
      status: 429,
      isLong: true,
    });
  };
  await expectRefused();
  return { guess, expectRefused };
}

/** Returns an attacker who was throttled after guessing five times for an email address that no user has. */
export async function throttledGuesser(
  bank: Pick<Bank, 'api' | 'database'>,
): Promise<Pick<Guesser, 'guess'>> {
  const person = newPerson();
  const guess = (): Promise<HttpResponse> => login(new HttpClient(bank.api.baseUrl), person);
  await expectThrottled(bank, guess);
  return { guess };
}

/** Expects 401 for five wrong guesses and 429 for the sixth. */
export async function expectThrottled(
  bank: Pick<Bank, 'database'>,
  guess: (tries: number) => Promise<HttpResponse>,
): Promise<void> {
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries++) statuses.push((await guess(tries)).status);
  await extendBackoff(bank);
  statuses.push((await guess(5)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
}
