import 'reflect-metadata';
import { rekeyClaim } from '../kyc/identity-checks/identity-claims.js';
import { readConfig } from '../platform/config/config.js';
import { reseal } from '../platform/crypto/reseal.js';
import { createDataSource } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Reseals everything sealed with OLD_SECRET_KEYS with SECRET_KEY (SEC-11). Runs with the role of the application, also
 * while it is running, once all programs know the new key. Afterwards the old keys can be removed.
 */
async function main(): Promise<void> {
  const { databaseUrl, secrets, previousSecrets } = readConfig(process.env);
  const dataSource = await createDataSource(databaseUrl, 1).initialize();
  try {
    const ssnCount = await reseal(dataSource, {
      table: 'kyc_application',
      column: 'ssn_ciphertext',
      keys: [secrets.ssnEncryption, ...previousSecrets.map(({ ssnEncryption }) => ssnEncryption)],
      onReseal: (manager, ssn) => rekeyClaim(manager, ssn, [secrets, ...previousSecrets]),
    });
    const mailCount = await reseal(dataSource, {
      table: 'outbox',
      column: 'secret_ciphertext',
      keys: [secrets.outbox, ...previousSecrets.map(({ outbox }) => outbox)],
    });
    const appCount = await reseal(dataSource, {
      table: 'authenticator_app',
      column: 'secret_ciphertext',
      keys: [secrets.authenticatorApps, ...previousSecrets.map(({ authenticatorApps }) => authenticatorApps)],
    });
    console.log(
      `resealed: ${ssnCount} SSNs, ${mailCount} unsent mails, ${appCount} secrets of authenticator apps`,
    );
  } finally {
    await dataSource.destroy();
  }
}

main().catch(exitWithError('rotate-ssn-keys'));
