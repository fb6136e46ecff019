// @ts-check
// copy-bucket.mjs down|up FOLDER copies objects and checkpoints from the bucket to a folder, or back. See README.md.
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot } from '../local/paths.mjs';
import { explain, Problem } from '../local/problem.mjs';

const PREFIXES = ['objects/', 'checkpoints/'];
/** Larger than any object or checkpoint. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @typedef {import('../../api/src/platform/storage/bucket.js').Bucket} Bucket */

const [direction, folder] = process.argv.slice(2);
try {
  if (!folder || (direction !== 'down' && direction !== 'up'))
    throw new Problem('Usage: copy-bucket.mjs down|up FOLDER');
  const bucket = await openBucket();
  const count = direction === 'down' ? await down(bucket, folder) : await up(bucket, folder);
  console.log(`Files copied ${direction === 'down' ? 'from' : 'to'} the bucket: ${count}`);
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}

/**
 * Copies the objects and checkpoints that the folder lacks, and those that were rewritten after the last copy, for
 * example by a key rotation.
 */
async function down(/** @type {Bucket} */ bucket, /** @type {string} */ to) {
  // Later than the time of every object. The storage may round its times up, and its clock may be ahead of ours.
  const inAnHour = new Date(Date.now() + 60 * 60 * 1000);
  let count = 0;
  for (const prefix of PREFIXES) {
    for await (const { key, modifiedAt } of bucket.listBefore(prefix, inAnHour)) {
      const file = path.join(to, key);
      if (path.relative(to, file).startsWith('..'))
        throw new Problem(`The key ${key} leads outside the folder.`);
      if ((await timeOf(file)) >= modifiedAt.getTime()) continue;
      const bytes = await bucket.get(key, MAX_BYTES);
      // The object was deleted after the keys had been listed.
      if (bytes === null) continue;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
      count += 1;
    }
  }
  return count;
}

async function up(/** @type {Bucket} */ bucket, /** @type {string} */ from) {
  let count = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const key = path.relative(from, path.join(entry.parentPath, entry.name));
    const isOurs = PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.endsWith('.part');
    if (!entry.isFile() || !isOurs || (await bucket.has(key))) continue;
    await bucket.put(key, await readFile(path.join(from, key)));
    count += 1;
  }
  return count;
}

/** @returns {Promise<Bucket>} */
async function openBucket() {
  const module = await import(inRoot('api/dist/platform/storage/open-bucket.js'));
  return module.openBucket({
    bucket: required('S3_BUCKET'),
    region: process.env.S3_REGION || 'us-east-1',
    endpoint: process.env.S3_ENDPOINT || null,
    publicEndpoint: null,
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  });
}

function required(/** @type {string} */ name) {
  const value = process.env[name];
  if (!value) throw new Problem(`${name} isn't set. infra/backup/README.md describes it.`);
  return value;
}

/** When a file was written; 0 if it does not exist. */
function timeOf(/** @type {string} */ file) {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
