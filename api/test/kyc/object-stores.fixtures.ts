import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BucketObjectStore } from '../../src/kyc/documents/bucket-object-store.js';
import { FolderObjectStore } from '../../src/kyc/documents/folder-object-store.js';
import type { ObjectStore } from '../../src/kyc/documents/object-store.port.js';
import { openBucket } from '../../src/platform/storage/open-bucket.js';
import { readFilesIn } from './kyc.fixtures.js';
import { hasS3, S3_SERVER, startS3 } from '../harness/s3.js';

/** A started object store that tests can access without the API. */
export interface StartedObjectStore {
  /** Environment of the programs under test. */
  readonly env: NodeJS.ProcessEnv;
  store(dataDir: string): ObjectStore;
  has(dataDir: string, id: string): Promise<boolean>;
  /** Writes one of a document's files without encryption. */
  write(dataDir: string, name: string, bytes: Buffer): Promise<void>;
  /** Reads one of a document's files as stored, without decryption. */
  read(dataDir: string, name: string): Promise<Buffer>;
  /** Contents of all stored objects. */
  files(dataDir: string): Promise<Buffer[]>;
  stop(): Promise<void>;
}

interface ObjectStoreKind {
  readonly name: string;
  readonly start: () => Promise<StartedObjectStore>;
}

const fileOf = (dataDir: string, name: string): string =>
  path.join(dataDir, 'objects', name.slice(0, 2), name);

const FOLDER: ObjectStoreKind = {
  name: 'a folder',
  start: () =>
    Promise.resolve({
      env: {},
      store: (dataDir) => new FolderObjectStore(path.join(dataDir, 'objects')),
      write: (dataDir, name, bytes) => writeFile(fileOf(dataDir, name), bytes),
      read: (dataDir, name) => readFile(fileOf(dataDir, name)),
      has: (dataDir, id) => exists(fileOf(dataDir, id)),
      files: (dataDir) => readFilesIn(path.join(dataDir, 'objects')).catch(() => []),
      stop: () => Promise.resolve(),
    }),
};

const BUCKET: ObjectStoreKind = {
  name: S3_SERVER,
  start: async () => {
    const server = await startS3();
    const bucket = await openBucket(server.settings);
    const everything = async (): Promise<Buffer[]> => {
      const files: Buffer[] = [];
      for await (const { key } of bucket.listBefore('', new Date(Date.now() + 60_000))) {
        const bytes = await bucket.get(key, Infinity);
        if (bytes !== null) files.push(bytes);
      }
      return files;
    };
    return {
      env: server.env,
      store: () => new BucketObjectStore(bucket),
      write: (_, name, bytes) => bucket.put(`objects/${name}`, bytes),
      read: async (_, name) => (await bucket.get(`objects/${name}`, Infinity)) ?? Buffer.of(),
      has: (_, id) => bucket.has(`objects/${id}`),
      files: everything,
      stop: () => server.stop(),
    };
  },
};

/** Maps the relative path of each file below a folder to its text. The map is empty if the folder doesn't exist yet. */
export async function readTextFilesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = files.map(
    async (file) => [path.relative(folder, file), await readFile(file, 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

if (!hasS3) console.warn(`skipped: ${S3_SERVER} needs Debian's python3-swift`);

declare global {
  /** Set per Jest project in api/jest.config.mjs. */
  var OBJECT_STORE: 'bucket' | undefined;
}

/**
 * The store that the document tests use in this run: a folder in daily runs, a bucket in the nightly run if this
 * machine has an S3 server.
 */
export const OBJECT_STORE_OF_RUN = globalThis.OBJECT_STORE === 'bucket' && hasS3 ? BUCKET : FOLDER;
