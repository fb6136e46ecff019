import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { DocumentMaintenance, type OldDocument } from '../kyc/documents/document-maintenance.service.js';
import { KycApplicationEntity } from '../kyc/identity-checks/kyc-application.entity.js';
import { recordConverted } from '../kyc/identity-checks/record-converted.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { openLedger } from '../ledger/ledger.module.js';
import type { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { databaseOptions } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { systemClock } from '../platform/time/clock.js';

/** Number of documents between progress lines. */
const TOLD_EVERY = 20;

/**
 * Converts documents that were uploaded before page pictures existed (FILE-25), one at a time. The application can keep
 * running, and the conversion can be stopped and restarted at any time. It uses the application's database role and,
 * because it records the documents' digests in the log, WRITER_KEY.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const options = { ...databaseOptions(config.databaseUrl, MIGRATIONS, 2), entities: [KycApplicationEntity] };
  const dataSource = await new DataSource(options).initialize();
  try {
    const documents = await DocumentMaintenance.open(dataSource, config);
    const ledger = await openLedger({ config, dataSource, now: systemClock });
    try {
      await convertAll(documents, ledger.writer);
    } finally {
      await ledger.close();
    }
  } finally {
    await dataSource.destroy();
  }
}

async function convertAll(documents: DocumentMaintenance, writer: LedgerWriter): Promise<void> {
  const total = await documents.countOld();
  let [count, failures] = [0, 0];
  for await (const document of documents.findOld()) {
    try {
      await convert(documents, writer, document);
    } catch (error) {
      failures += 1;
      console.log(
        `document ${document.id} was left unchanged: ${error instanceof Error ? error.message : 'unknown'}`,
      );
    }
    count += 1;
    if (count % TOLD_EVERY === 0) console.log(`${count} of ${total} documents`);
  }
  console.log(`converted documents: ${count - failures}; documents left unchanged: ${failures}`);
  if (failures > 0) process.exitCode = 1;
}

/** @throws Error the document was left unchanged; the message tells operators why */
async function convert(
  documents: DocumentMaintenance,
  writer: LedgerWriter,
  document: OldDocument,
): Promise<void> {
  const converted = await documents.convert(document);
  await writer.transaction(async (manager, submit) => {
    const audits = await recordConverted(manager, documents, converted);
    for (const audit of audits) receiptOrThrow(await submit(audit));
  });
}

main().catch(exitWithError('convert-documents'));
