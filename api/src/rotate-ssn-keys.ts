import 'reflect-metadata';
import { rekeyClaim } from './kyc/identity-claims.js';
import { readConfig } from './platform/config/config.js';
import { reseal } from './platform/crypto/reseal.js';
import { createDataSource } from './platform/database/data-source.js';
import { exitWithError } from './platform/exit-with-error.js';

/**
 * Brings everything that is sealed from the keys of OLD_SECRET_KEYS to that of SECRET_KEY, as the application's own
 * role and while it runs; afterwards the old ones can be dropped. All programs must know the new key by then.
 */
async function main(): Promise<void> {
  const { databaseUrl, secrets, previousSecrets } = readConfig(process.env);
  const dataSource = await createDataSource(databaseUrl, 1).initialize();
  try {
    const ssns = await reseal(dataSource, {
      table: 'kyc_application',
      column: 'ssn_ciphertext',
      keys: [secrets.ssnEncryption, ...previousSecrets.map(({ ssnEncryption }) => ssnEncryption)],
      onReseal: (manager, ssn) => rekeyClaim(manager, ssn, [secrets, ...previousSecrets]),
    });
    const mails = await reseal(dataSource, {
      table: 'outbox',
      column: 'secret_ciphertext',
      keys: [secrets.outbox, ...previousSecrets.map(({ outbox }) => outbox)],
    });
    console.log(`sealed again: ${ssns} SSNs, ${mails} mails on their way`);
  } finally {
    await dataSource.destroy();
  }
}

main().catch(exitWithError('rotate-ssn-keys'));
