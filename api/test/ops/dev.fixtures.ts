import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkPackages } from '../../../infra/local/link-packages.mjs';
import { temporaryFolder } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

const COPIED = [
  'api/src',
  'common/src',
  'infra/local',
  'infra/postgres',
  'web/src',
  'web/public',
  'web/vite',
];
const FILES = ['.', 'api', 'common', 'web', 'infra/rivals'];
const LINKED = ['api/node_modules', 'infra/rivals/node_modules'];

/** A copy of the repository that uses the original's installed packages. Tests can change the copy's sources. */
export interface RepositoryCopy {
  readonly root: string;
  /** Replaces a string in a file. Returns a function that restores the file. */
  replace(file: string, text: string, replacement: string): () => void;
}

/**
 * Copies what `npm run dev` needs.
 *
 * @throws Error the packages do not match package-lock.json; installing them here would change the original
 */
export async function copyRepository(): Promise<RepositoryCopy> {
  const root = await temporaryFolder();
  for (const folder of COPIED) cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true });
  for (const folder of FILES) copyFiles(folder, root);
  linkPackages(root);
  for (const folder of LINKED) symlinkSync(path.join(ROOT, folder), path.join(root, folder));
  // Links each package instead of the folder, because Vite writes a cache into the folder.
  linkEach('web/node_modules', root);
  assertInstalled(root);
  return {
    root,
    replace(file, text, replacement) {
      const name = path.join(root, file);
      const original = readFileSync(name, 'utf8');
      if (!original.includes(text)) throw new Error(`${file} does not contain ${text}`);
      writeFileSync(
        name,
        original.replace(text, () => replacement),
      );
      return () => writeFileSync(name, original);
    },
  };
}

function copyFiles(folder: string, root: string): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  const files = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { name } of files) cpSync(path.join(ROOT, folder, name), path.join(root, folder, name));
}

function linkEach(folder: string, root: string): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, folder)).filter((each) => !each.startsWith('.'))) {
    symlinkSync(path.join(ROOT, folder, name), path.join(root, folder, name));
  }
}

function assertInstalled(root: string): void {
  const script = `import { needsInstall } from './infra/local/install.mjs'; process.exit(needsInstall() ? 1 : 0);`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  if (status !== 0) throw new Error('The installed packages do not match package-lock.json. Run npm ci.');
}
