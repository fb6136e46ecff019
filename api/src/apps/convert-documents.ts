import 'reflect-metadata';
import { DataSource, In, MoreThan } from 'typeorm';
import { DocumentConverter } from '../kyc/documents/conversion/document-converter.js';
import { openDocumentFiles } from '../kyc/documents/open-document-files.js';
import { type OldDocument, OldDocumentsService } from '../kyc/documents/old-documents.service.js';
import { DocumentEntity } from '../kyc/documents/document.entity.js';
import { KycApplicationEntity } from '../kyc/identity-checks/kyc-application.entity.js';
import { KycDocumentEntity } from '../kyc/identity-checks/kyc-document.entity.js';
import { recordConverted } from '../kyc/identity-checks/record-converted.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { openLedger } from '../ledger/ledger.module.js';
import type { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { databaseOptions } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { systemClock } from '../platform/time/clock.js';

const ENTITIES = [KycApplicationEntity, KycDocumentEntity, DocumentEntity];
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Lines of progress are this many documents apart. */
const TOLD_EVERY = 20;

/**
 * Turns documents from before page pictures into these (FILE-25), one after the other, with the role of the application, also
 * while it is running. It can be stopped and started again at any time. The log gets their digests, so it needs WRITER_KEY.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const options = { ...databaseOptions(config.databaseUrl, MIGRATIONS, 2), entities: ENTITIES };
  const dataSource = await new DataSource(options).initialize();
  try {
    const files = await openDocumentFiles(config);
    const ledger = await openLedger({ config, dataSource, now: systemClock });
    try {
      const converter = new DocumentConverter({ socketPath: config.documentWorkerSocket });
      const documents = new OldDocumentsService(files, converter);
      await convertAll(dataSource, { documents, writer: ledger.writer });
    } finally {
      await ledger.close();
    }
  } finally {
    await dataSource.destroy();
  }
}

interface Tools {
  readonly documents: OldDocumentsService;
  readonly writer: LedgerWriter;
}

async function convertAll(dataSource: DataSource, tools: Tools): Promise<void> {
  const objects = dataSource.getRepository(DocumentEntity);
  const old = (after: string) =>
    objects
      .createQueryBuilder('o')
      .where({ id: MoreThan(after), status: In(['stored', 'attached']) })
      .andWhere('cardinality(o.page_sha256) = 0')
      .orderBy('o.id');
  const total = await old(FIRST_ID).getCount();
  let [count, failures] = [0, 0];
  for (let after = FIRST_ID; ;) {
    const document = await old(after).limit(1).getOne();
    if (document === null) break;
    after = document.id;
    try {
      await convert(tools, document);
    } catch (error) {
      failures += 1;
      console.log(
        `document ${document.id} stays as it is: ${error instanceof Error ? error.message : 'unknown'}`,
      );
    }
    count += 1;
    if (count % TOLD_EVERY === 0) console.log(`${count} of ${total} documents`);
  }
  console.log(`converted ${count - failures} documents; ${failures} stay as they are`);
  if (failures > 0) process.exitCode = 1;
}

/** @throws Error why the document stays as it is, for operators */
async function convert({ documents, writer }: Tools, document: OldDocument): Promise<void> {
  const converted = await documents.convert(document);
  await writer.transaction(async (manager, submit) => {
    const audits = await recordConverted(manager, documents, converted);
    for (const audit of audits) receiptOrThrow(await submit(audit));
  });
}

main().catch(exitWithError('convert-documents'));
