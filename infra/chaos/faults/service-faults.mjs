// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { OUTAGE_MS, STANDSTILL_MS } from './fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */

/** Faults of Redis. It holds no data that the bank needs. @type {Record<string, Fault>} */
export const REDIS_FAULTS = {
  'redis paused': async ({ bank }) => {
    bank.redis?.signal('SIGSTOP');
    await pause(STANDSTILL_MS);
    bank.redis?.signal('SIGCONT');
  },
  'redis killed': async ({ bank }) => {
    await bank.redis?.kill();
    await pause(OUTAGE_MS);
    await bank.redis?.start();
  },
  'redis emptied': async ({ bank }) => {
    await bank.redis?.command('FLUSHALL');
  },
  'redis full': async ({ bank }) => {
    await bank.redis?.command('CONFIG SET maxmemory 1');
    await pause(STANDSTILL_MS);
    await bank.redis?.command('CONFIG SET maxmemory 256mb');
  },
};

/** Faults of the mail server. Until they are over, mail waits in the outbox. @type {Record<string, Fault>} */
export const MAIL_FAULTS = {
  'mail server stopped': async ({ bank }) => {
    await bank.mail.close();
    await pause(STANDSTILL_MS);
    await bank.mail.listen();
  },
  'mail server refusing': async ({ bank }) => {
    bank.mail.mode = 'refuse';
    await pause(STANDSTILL_MS);
    bank.mail.mode = 'accept';
  },
  'mail server hanging': async ({ bank }) => {
    bank.mail.mode = 'hang';
    await pause(STANDSTILL_MS);
    bank.mail.mode = 'accept';
  },
};
