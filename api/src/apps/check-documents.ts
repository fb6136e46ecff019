import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { DocumentMaintenance } from '../kyc/documents/document-maintenance.service.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readConfig } from '../platform/config/config.js';
import { databaseOptions } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Compares every document's files with their digests (FILE-26). Prints each missing, changed or swapped file, and exits
 * with 1 if there are any. `verify` compares the digests with the log.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const dataSource = await new DataSource(databaseOptions(config.databaseUrl, MIGRATIONS, 1)).initialize();
  try {
    const documents = await DocumentMaintenance.open(dataSource, config);
    let [count, problems] = [0, 0];
    for await (const found of documents.check()) {
      for (const problem of found) console.log(problem);
      count += 1;
      problems += found.length;
    }
    console.log(`documents checked: ${count}, problems: ${problems}`);
    if (problems > 0) process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}

main().catch(exitWithError('check-documents'));
