// @ts-check
// `node precompress.mjs FOLDER` writes a .gz file beside each text file of the built web app, for nginx's gzip_static.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const TEXT_FILES = /\.(html|css|js|svg|json|webmanifest|txt)$/;
/** Smaller files fit into one network packet either way. */
const MIN_BYTES = 1024;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node precompress.mjs FOLDER');

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT_FILES.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  if (bytes.length >= MIN_BYTES) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
