// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../local/problem.mjs';
import { canInstall, install } from '../local/testing/apt.mjs';
import { step } from '../local/output.mjs';

/** Programs that a machine of the cluster runs, and their Debian packages. */
const PACKAGES = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/sbin/haproxy': 'haproxy',
  ip: 'iproute2',
  setpriv: 'util-linux',
};

/** Whether the cluster can run here: namespaces need Linux and root. */
const canRunCluster = () => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Installs missing programs from Debian's packages where that is possible.
 * @throws Problem the cluster cannot run here, or programs are missing
 */
export async function ensurePackages() {
  if (!canRunCluster()) throw new Problem('The cluster needs Linux and root, for network namespaces.');
  const missing = missingPackages();
  if (missing.length === 0) return;
  if (!canInstall()) throw new Problem(`Install these packages, or their programs: ${missing.join(', ')}.`);
  await step(`Installing ${missing.join(', ')}`, () => install('The programs of the cluster', missing));
}

const missingPackages = () =>
  Object.entries(PACKAGES).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));

function isInstalled(/** @type {string} */ program) {
  const folders = path.isAbsolute(program) ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, program)));
}
