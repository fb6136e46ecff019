// @ts-check
import { runScript, startBank } from './bank.mjs';
import { prepareBuiltInDatabase, startBuiltInServer, useExternalServer } from './database.mjs';
import { forwardIpv6Loopback } from './loopback.mjs';
import { startMailbox } from './mailbox.mjs';
import { say, step } from './output.mjs';
import { freePort } from './ports.mjs';
import { publishRuntime } from './runtime.mjs';
import { secretsOf } from './secrets.mjs';
import { settingsFor } from './settings.mjs';
import { welcome } from './welcome.mjs';

/**
 * @typedef {object} Plan
 * @property {string} dataFolder
 * @property {number} port
 * @property {number} inboxPort
 * @property {import('./shutdown.mjs').Shutdown} shutdown
 * @property {string} [programs] folder of the compiled migrate and seed scripts; `api/dist` by default
 *
 * @typedef {import('./service.mjs').Service} Service
 * @typedef {import('./secrets.mjs').Secrets} Secrets
 */

/**
 * Starts the database, mailbox, API and worker. `died` resolves with a message when one of them ends unexpectedly.
 * @param {Plan} plan
 */
export async function launch(plan) {
  const { env, hasInbox, died } = await openInstallation(plan);
  const services = await openBank(plan, env);
  welcome({ ...plan, hasInbox });
  return { died: Promise.race([died, ...services.map(deathOf)]) };
}

/**
 * Opens what the API and worker need: the migrated and seeded database, and the mailbox. Resolves with the environment
 * of the API and the worker. `died` resolves with a message when the database or the mailbox ends unexpectedly.
 * @param {Plan} plan
 */
export async function openInstallation(plan) {
  const { dataFolder, port, programs, shutdown } = plan;
  const secrets = secretsOf(dataFolder);
  const { urls, deaths } = await openDatabase(plan, secrets);
  const mailbox = process.env.SMTP_URL
    ? { smtpUrl: process.env.SMTP_URL, services: [] }
    : await openMailbox(plan);
  const env = settingsFor({ dataFolder, port, smtpUrl: mailbox.smtpUrl, secretKey: secrets.secretKey, urls });
  const prepare = (/** @type {'migrate' | 'seed'} */ name) =>
    shutdown.during((signal) => runScript(name, { env, ownerUrl: urls.owner, dataFolder, programs, signal }));
  await step('Migrating the database', () => prepare('migrate'));
  await step(
    'Seeding demo data',
    () => prepare('seed'),
    (output) =>
      output.includes('seeded') ? 'Seeding demo data' : 'No demo data added, because there are already users',
  );
  shutdown.add(publishRuntime(dataFolder, urls));
  return {
    env,
    hasInbox: mailbox.services.length > 0,
    died: Promise.race([...mailbox.services.map(deathOf), ...deaths]),
  };
}

/** @returns {Promise<{ urls: import('./postgres/provision.mjs').PerRole, deaths: Promise<string>[] }>} */
async function openDatabase(/** @type {Plan} */ { dataFolder, shutdown }, /** @type {Secrets} */ secrets) {
  const externalUrl = process.env.DATABASE_URL;
  if (externalUrl) {
    const { urls, separated } = await step('Connecting to DATABASE_URL', () =>
      useExternalServer(externalUrl, secrets.passwords),
    );
    if (!separated)
      say("Warning: all programs use the user in DATABASE_URL, so database roles don't protect the ledger");
    return { urls, deaths: [] };
  }
  const server = await step('Starting PostgreSQL', () =>
    shutdown.during((signal) => startBuiltInServer(dataFolder, secrets, signal)),
  );
  shutdown.add(server.stop);
  if (server.relocatedTo)
    say(
      `PostgreSQL's account can't access ${dataFolder}, so the database's files are in ${server.relocatedTo}`,
    );
  const { urls } = await prepareBuiltInDatabase(server, secrets);
  return {
    urls,
    deaths: [server.ended.then(() => `PostgreSQL ended unexpectedly. See ${dataFolder}/logs/postgres.log`)],
  };
}

async function openMailbox(/** @type {Plan} */ { dataFolder, inboxPort, shutdown }) {
  const smtpPort = await freePort();
  const { service, ready } = startMailbox({ dataFolder, smtpPort, inboxPort });
  shutdown.add(service.stop);
  await step('Starting the mail inbox', ready);
  shutdown.add(await forwardIpv6Loopback(inboxPort));
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, services: [service] };
}

async function openBank(
  /** @type {Plan} */ { dataFolder, port, shutdown },
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  const { services, ready } = startBank({ env, port, dataFolder });
  shutdown.add(() => Promise.all(services.map((service) => service.stop())));
  await step('Starting the API and the worker', ready);
  if (env.HOST === '127.0.0.1') shutdown.add(await forwardIpv6Loopback(port));
  return services;
}

/** Resolves with a message when the service ends. */
export const deathOf = (/** @type {Service} */ { name, ended, log, tail }) =>
  ended.then((reason) => `The ${name} ${reason}. Last lines of ${log}:\n${tail()}`);
