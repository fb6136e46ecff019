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
 *
 * @typedef {import('./service.mjs').Service} Service
 * @typedef {import('./secrets.mjs').Secrets} Secrets
 */

/**
 * Starts everything that was installed and built. `died` comes true, in words, when one of the parts ends by itself.
 * @param {Plan} plan
 */
export async function launch(plan) {
  const { dataFolder, port, shutdown } = plan;
  const secrets = secretsOf(dataFolder);
  const database = await openDatabase(plan, secrets);
  const mailbox = process.env.SMTP_URL
    ? { smtpUrl: process.env.SMTP_URL, services: [] }
    : await openMailbox(plan);
  const { urls } = database;
  const env = settingsFor({ dataFolder, port, smtpUrl: mailbox.smtpUrl, secretKey: secrets.secretKey, urls });
  const prepare = (/** @type {'migrate' | 'seed'} */ name) =>
    shutdown.during((signal) => runScript(name, { env, ownerUrl: urls.owner, dataFolder, signal }));
  await step('Bringing the database up to date', () => prepare('migrate'));
  await step('Looking after the demo data', () => prepare('seed'));
  const services = [...mailbox.services, ...(await openBank(plan, env))];
  shutdown.add(publishRuntime(dataFolder, urls));
  welcome({ ...plan, hasInbox: mailbox.services.length > 0 });
  return { died: Promise.race([...services.map(deathOf), ...database.deaths]) };
}

/** @returns {Promise<{ urls: import('./postgres/provision.mjs').PerRole, deaths: Promise<string>[] }>} */
async function openDatabase(/** @type {Plan} */ { dataFolder, shutdown }, /** @type {Secrets} */ secrets) {
  const given = process.env.DATABASE_URL;
  if (given) {
    const { urls, separated } = await step('Connecting to DATABASE_URL', () =>
      useExternalServer(given, secrets.passwords),
    );
    if (!separated)
      say('Warning: everything runs as the user in DATABASE_URL, so the roles protect nothing here');
    return { urls, deaths: [] };
  }
  const server = await step('Starting PostgreSQL', () => startBuiltInServer(dataFolder, secrets));
  shutdown.add(server.stop);
  if (server.elsewhere)
    say(`Its account may not enter ${dataFolder}, so its files are in ${server.elsewhere}`);
  const { urls } = await prepareBuiltInDatabase(server, secrets);
  return { urls, deaths: [server.ended.then(() => `PostgreSQL ended. See ${dataFolder}/logs/postgres.log`)] };
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
  await step('Starting API and worker', ready);
  if (env.HOST === '127.0.0.1') shutdown.add(await forwardIpv6Loopback(port));
  return services;
}

const deathOf = (/** @type {Service} */ { name, ended, log, tail }) =>
  ended.then((how) => `The ${name} ${how}. The end of ${log}:\n${tail()}`);
