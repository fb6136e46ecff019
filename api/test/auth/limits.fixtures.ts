import { expect } from '@jest/globals';
import { login, newPerson, type Bank } from './auth.fixtures.js';
import { HttpClient, query, type HttpResponse } from '../support/index.js';

/** Lets everybody's wait come to its end; the counts stay. */
export async function expireBackoff({ database, store }: Pick<Bank, 'database' | 'store'>): Promise<void> {
  await query(database.superUrl, `update attempt set blocked_until = 'epoch'`);
  await store.clearBackoff();
}

/** Makes every wait that was given last an hour longer, so that no slow machine outlives it. */
export async function extendBackoff({ database }: Pick<Bank, 'database'>): Promise<void> {
  await query(
    database.superUrl,
    `update attempt set blocked_until = blocked_until + interval '1 hour' where blocked_until > last_at`,
  );
}

/** Somebody who guesses passwords of one account, from where the tests run. */
export interface Guesser {
  guess(): Promise<HttpResponse>;
  /** One more guess, which must be refused with a wait of ten minutes and more. */
  expectRefused(): Promise<void>;
}

/** A guesser who has gone on until each further guess costs a quarter of an hour. */
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

/** Somebody new is slowed down after five guesses. */
export async function throttledGuesser(
  bank: Pick<Bank, 'api' | 'database'>,
): Promise<Pick<Guesser, 'guess'>> {
  const person = newPerson();
  const guess = (): Promise<HttpResponse> => login(new HttpClient(bank.api.baseUrl), person);
  await expectThrottled(bank, guess);
  return { guess };
}

/** Five wrong guesses are answered as such, and the sixth is not even looked at. */
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
