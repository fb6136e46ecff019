import type { DataSource } from 'typeorm';
import type { DocumentFiles } from './document-files.js';

// Documents of other states have no files, or lose them soon.
const SELECT_NEXT = `select id, cardinality(page_sha256) as pages from stored_object
  where sealed_with <> $1 and status in ('stored', 'attached') order by id limit 1 for update`;

/**
 * Seals the files of every document with the current key (SEC-11). Each document is one transaction, so it can be stopped and
 * restarted at any time. Returns the number of documents.
 */
export async function resealDocuments(dataSource: DataSource, files: DocumentFiles): Promise<number> {
  for (let done = 0; ; done += 1) {
    const isDone = await dataSource.transaction(async (manager) => {
      const [next] = await manager.query<{ id: string; pages: number }[]>(SELECT_NEXT, [files.keyId]);
      if (next === undefined) return true;
      await files.reseal(next.id, 'original');
      for (let page = 1; page <= next.pages; page += 1) await files.reseal(next.id, page);
      await manager.query('update stored_object set sealed_with = $2 where id = $1', [next.id, files.keyId]);
      return false;
    });
    if (isDone) return done;
  }
}
