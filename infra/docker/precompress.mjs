// @ts-check
// `node precompress.mjs FOLDER` leaves a .gz beside each text of the built web app, for nginx to send as it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const TEXTS = /\.(html|css|js|svg|json|webmanifest|txt)$/;
/** Below this a packet is a packet. */
const WORTH_BYTES = 1024;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node precompress.mjs FOLDER');

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXTS.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  if (bytes.length >= WORTH_BYTES) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
