import 'reflect-metadata';
import { DataSource, In, MoreThan } from 'typeorm';
import { findDocumentProblems } from '../kyc/documents/check-document.js';
import { openDocumentFiles } from '../kyc/documents/open-document-files.js';
import { DocumentEntity } from '../kyc/documents/document.entity.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { databaseOptions } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

const BATCH = 100;

/**
 * Compares the files of every document with their digests (FILE-26). Prints each that is missing, changed or swapped, and
 * exits with 1 if there is one. `verify` compares the digests with the log.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const options = { ...databaseOptions(config.databaseUrl, MIGRATIONS, 1), entities: [DocumentEntity] };
  const dataSource = await new DataSource(options).initialize();
  try {
    const files = await openDocumentFiles(config);
    const objects = dataSource.getRepository(DocumentEntity);
    let [count, problems] = [0, 0];
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const batch = await objects.find({
        where: { id: MoreThan(after), status: In(['stored', 'attached']) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      for (const document of batch) {
        const found = await findDocumentProblems(files, document);
        const { id, sha256 } = document;
        // A document may be deleted or converted while it is checked.
        const isStill = found.length > 0 && (await objects.existsBy({ id, ...(sha256 && { sha256 }) }));
        if (!isStill) continue;
        for (const problem of found) console.log(problem);
        problems += found.length;
      }
      count += batch.length;
      const last = batch.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    console.log(`checked ${count} documents: ${problems === 0 ? 'no problems' : `${problems} problems`}`);
    if (problems > 0) process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}

main().catch(exitWithError('check-documents'));
