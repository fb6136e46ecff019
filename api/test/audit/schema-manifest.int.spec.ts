import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { formatManifest } from '../../src/ledger/verify/check-schema.js';
import { readSchema } from '../../src/ledger/verify/read-schema.js';
import { SCHEMA_MANIFEST } from '../../src/ledger/verify/schema-manifest.generated.js';
import { MIGRATIONS } from '../../src/migrations/migrations.js';
import { inSnapshot } from '../../src/platform/database/snapshot.js';
import { useDatabase } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

const FILE = path.join(ROOT, 'api/src/ledger/verify/schema-manifest.generated.ts');
const IS_UPDATE = (process.env['UPDATE_SCHEMA'] ?? '') !== '';

const database = useDatabase();

const readManifest = (): Promise<string> =>
  withAuditConnection(database.auditorUrl, (sql) =>
    inSnapshot(sql, async () =>
      formatManifest(
        MIGRATIONS.map(({ name }) => name),
        await readSchema(sql),
      ),
    ),
  );

describe('the schema manifest', () => {
  it('matches the schema that the migrations create; after adding a migration, run UPDATE_SCHEMA=1 npm test -- schema-manifest [AUD-82]', async () => {
    const manifest = await readManifest();
    if (IS_UPDATE) {
      const text = `/** Written by \`UPDATE_SCHEMA=1 npm test -- schema-manifest\` from a migrated database (AUD-82). */
export const SCHEMA_MANIFEST = String.raw\`
${manifest}
\`;
`;
      await writeFile(FILE, text);
      return;
    }
    expect(SCHEMA_MANIFEST.trim().split('\n')).toEqual(manifest.split('\n'));
  });

  it('can be written as a template literal without escapes', async () => {
    expect(await readManifest()).not.toMatch(/`|\$\{/);
  });
});
