import { expect } from '@jest/globals';
import { login, somebody, type Bank } from './auth.given.js';
import { HttpClient, query, type HttpAnswer } from './support/index.js';

/** Lets everybody's wait come to its end; the counts stay. */
export async function letWaitsPass({ database, store }: Pick<Bank, 'database' | 'store'>): Promise<void> {
  await query(database.superUrl, `update attempt set blocked_until = 'epoch'`);
  await store.forgetWaits();
}

/** Somebody who guesses passwords of one account, from where the tests run. */
export interface Guesser {
  guess(): Promise<HttpAnswer>;
  /** One more guess, which must be refused with a wait of ten minutes and more. */
  expectRefused(): Promise<void>;
}

/** A guesser who has gone on until each further guess costs a quarter of an hour. */
export async function blockedGuesser(bank: Pick<Bank, 'api' | 'database' | 'store'>): Promise<Guesser> {
  const { guess } = await freshGuesser(bank.api.baseUrl);
  await letWaitsPass(bank);
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
export async function freshGuesser(baseUrl: string): Promise<Pick<Guesser, 'guess'>> {
  const person = somebody();
  const guess = (): Promise<HttpAnswer> => login(new HttpClient(baseUrl), person);
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries++) statuses.push((await guess()).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  return { guess };
}
