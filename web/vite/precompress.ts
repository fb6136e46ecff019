import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT_FILES = /\.(html|css|js|svg|json|webmanifest|txt)$/;
/** Smaller files are not compressed, because they fit into one network packet anyway. */
const MIN_BYTES = 1024;
const { BROTLI_MAX_QUALITY, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_BEST_COMPRESSION } = constants;

const compressGzip = promisify<Buffer, object, Buffer>(gzip);
const compressBrotli = promisify<Buffer, object, Buffer>(brotliCompress);

/**
 * Writes `.gz` and `.br` copies next to the build's larger text files. The API and nginx send these copies instead
 * (OPS-9).
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'moniker-precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && TEXT_FILES.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name));
      await Promise.all(files.map(compressFile));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) return;
  const [zipped, brotli] = await Promise.all([
    compressGzip(bytes, { level: Z_BEST_COMPRESSION }),
    compressBrotli(bytes, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ]);
  writeFileSync(`${file}.gz`, zipped);
  writeFileSync(`${file}.br`, brotli);
}
