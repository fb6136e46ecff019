// @ts-check
import { hasRedis } from '../local/testing/redis.mjs';
import { CLUSTER_FAULTS } from './faults/cluster-faults.mjs';
import { DATABASE_FAULTS, DISK_FAULT } from './faults/database-faults.mjs';
import { LEDGER_FAULTS } from './faults/ledger-faults.mjs';
import { NETWORK_FAULTS } from './faults/network-faults.mjs';
import { PROCESS_FAULTS } from './faults/process-faults.mjs';
import { MAIL_FAULTS, REDIS_FAULTS } from './faults/service-faults.mjs';
import { canMount } from './small-disk.mjs';

/** @typedef {import('./faults/fault.mjs').Fault} Fault */

/** How long a fault outside the database may keep the whole bank from acknowledging anything. */
const MAX_GAP_MS = 5_000;

/** Faults during which the rest of the bank must keep working. @type {Record<string, Fault>} */
const CONTAINED = {
  ...PROCESS_FAULTS,
  ...NETWORK_FAULTS,
  ...(hasRedis() ? REDIS_FAULTS : {}),
  ...MAIL_FAULTS,
  ...LEDGER_FAULTS,
};

const { [DISK_FAULT]: fillDisk, ...otherDatabaseFaults } = DATABASE_FAULTS;

/** Faults of a single PostgreSQL, except those that are impossible on this machine. @type {Record<string, Fault>} */
const DATABASE = { ...otherDatabaseFaults, ...(fillDisk && canMount() ? { [DISK_FAULT]: fillDisk } : {}) };

/**
 * The faults by name, and how long each may stop the bank. Without the database, no process can work, so database
 * faults have no limit.
 * @type {Record<string, { inject: Fault, maxGapMs: number }>}
 */
export const FAULTS = { ...limited(CONTAINED, MAX_GAP_MS), ...limited(DATABASE, Infinity) };

/** The faults of a bank whose PostgreSQL runs on several machines. */
export { CLUSTER_FAULTS };

function limited(/** @type {Record<string, Fault>} */ faults, /** @type {number} */ maxGapMs) {
  return Object.fromEntries(Object.entries(faults).map(([name, inject]) => [name, { inject, maxGapMs }]));
}
