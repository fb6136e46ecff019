// @ts-check
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { linkPackages } from '../link-packages.mjs';
import { inRoot, ROOT } from '../paths.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

/** Folders for packages that only one workspace has installed. */
const OWN_PACKAGES = ['api/node_modules', 'web/node_modules'];

/** A copy of the repository in a temporary folder. Mutations are applied to it, never to the developer's files. */
export class Clone {
  constructor(/** @type {string} */ root) {
    this.root = root;
  }

  /** Copies the tracked files with their uncommitted changes, and links the installed packages. */
  static async create() {
    const { code, output } = await run('git', ['ls-files', '-z'], { cwd: ROOT });
    if (code !== 0) throw new Problem(`git ls-files failed:\n${output.trim()}`);
    const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'moniker-mutations-')));
    const files = output.split('\0').filter((file) => file !== '' && existsSync(inRoot(file)));
    for (const file of files) {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(inRoot(file), target);
    }
    linkPackages(root);
    for (const folder of OWN_PACKAGES) {
      if (existsSync(inRoot(folder))) symlinkSync(realpathSync(inRoot(folder)), path.join(root, folder));
    }
    return new Clone(root);
  }

  in(/** @type {string[]} */ ...parts) {
    return path.join(this.root, ...parts);
  }

  read(/** @type {string} */ file) {
    return readFileSync(this.in(file), 'utf8');
  }

  write(/** @type {string} */ file, /** @type {string} */ text) {
    mkdirSync(path.dirname(this.in(file)), { recursive: true });
    writeFileSync(this.in(file), text);
  }

  /** Imports a module from the copy. Paths inside that module then refer to the copy. */
  import(/** @type {string} */ file) {
    return import(pathToFileURL(this.in(file)).href);
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}
