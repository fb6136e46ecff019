// @ts-check
import { hasRedis } from '../local/testing/redis.mjs';
import { DATABASE_FAULTS, DISK_FAULT } from './faults/database-faults.mjs';
import { LEDGER_FAULTS } from './faults/ledger-faults.mjs';
import { NETWORK_FAULTS } from './faults/network-faults.mjs';
import { PROCESS_FAULTS } from './faults/process-faults.mjs';
import { MAIL_FAULTS, REDIS_FAULTS } from './faults/service-faults.mjs';
import { canMount } from './small-disk.mjs';

/** @typedef {import('./faults/fault.mjs').Fault} Fault */

/** Faults for which the rest of the bank must go on. @type {Record<string, Fault>} */
const CONTAINED = {
  ...PROCESS_FAULTS,
  ...NETWORK_FAULTS,
  ...(hasRedis() ? REDIS_FAULTS : {}),
  ...MAIL_FAULTS,
  ...LEDGER_FAULTS,
};

const { [DISK_FAULT]: fillDisk, ...otherDatabaseFaults } = DATABASE_FAULTS;

/** The faults by name, without those that are impossible on this machine. @type {Record<string, Fault>} */
export const FAULTS = {
  ...CONTAINED,
  ...otherDatabaseFaults,
  ...(fillDisk && canMount() ? { [DISK_FAULT]: fillDisk } : {}),
};

/** Whether a fault leaves the rest of the bank able to work: no fault of the database does. */
export const isContained = (/** @type {string} */ name) => Object.hasOwn(CONTAINED, name);
