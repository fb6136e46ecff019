import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { receiptOrThrow } from '../http/refusal-error.js';
import { DocumentMaintenance } from '../kyc/documents/document-maintenance.service.js';
import { type AllSecrets, currentIndexOf, rekeyClaim } from '../kyc/identity-checks/identity-claims.js';
import { isAsSubmitted, submissionAudit } from '../kyc/identity-checks/identity-digests.js';
import { KycApplicationEntity } from '../kyc/identity-checks/kyc-application.entity.js';
import { openLedger } from '../ledger/ledger.module.js';
import type { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { RowSubmission } from '../ledger/writer/submission.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { type Config, readConfig } from '../platform/config/config.js';
import { newId } from '../platform/crypto/new-id.js';
import { reseal } from '../platform/crypto/reseal.js';
import { databaseOptions } from '../platform/database/data-source.js';
import { systemClock } from '../platform/time/clock.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Reseals everything sealed with OLD_SECRET_KEYS, using SECRET_KEY (SEC-11). Run it after all programs have the new
 * key; the application can keep running. The old keys can be removed afterwards. This program uses the application's
 * database role. It also needs WRITER_KEY, because it records new SSN digests in the log (LED-70).
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, secrets, previousSecrets } = config;
  const options = { ...databaseOptions(databaseUrl, MIGRATIONS, 2), entities: [KycApplicationEntity] };
  const dataSource = await new DataSource(options).initialize();
  try {
    const ledger = await openLedger({ config, dataSource, now: systemClock });
    let ssnCount: number;
    try {
      ssnCount = await resealSsns(dataSource, ledger.writer, config);
    } finally {
      await ledger.close();
    }
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
    const documentCount = await (await DocumentMaintenance.open(dataSource, config)).reseal();
    console.log(
      `re-encrypted: ${ssnCount} SSNs, ${mailCount} unsent emails, ${appCount} secrets of authenticator apps, ${documentCount} documents`,
    );
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Reseals SSNs in batches and moves their claims to the new key. A batch and its events are written in one transaction.
 */
function resealSsns(
  dataSource: DataSource,
  writer: LedgerWriter,
  { secrets, previousSecrets }: Config,
): Promise<number> {
  const all: AllSecrets = [secrets, ...previousSecrets];
  const context = { actor: 'system', correlationId: newId() };
  let rekeyed: KycApplicationEntity[] = [];
  return reseal(dataSource, {
    table: 'kyc_application',
    column: 'ssn_ciphertext',
    keys: [secrets.ssnEncryption, ...previousSecrets.map(({ ssnEncryption }) => ssnEncryption)],
    onReseal: async (manager, ssn, id) => {
      await rekeyClaim(manager, ssn, all);
      const kyc = await manager.findOneByOrFail(KycApplicationEntity, { id });
      // Rows changed directly in the database get no new digests, so `verify` finds them.
      if (kyc.digestSalt === null || !(await isAsSubmitted(manager, kyc))) return;
      await manager.update(KycApplicationEntity, { id }, { ssnIndex: currentIndexOf(ssn, all) });
      rekeyed.push(kyc);
    },
    transaction: (batch) =>
      writer.transaction(async (manager, submit) => {
        rekeyed = [];
        const count = await batch(manager);
        const audits: RowSubmission[] = [];
        for (const { id } of rekeyed) {
          const kyc = await manager.findOneByOrFail(KycApplicationEntity, { id });
          audits.push(await submissionAudit(manager, kyc, 'rotation', context));
        }
        for (const audit of audits) receiptOrThrow(await submit(audit));
        return count;
      }),
  });
}

main().catch(exitWithError('rotate-ssn-keys'));
