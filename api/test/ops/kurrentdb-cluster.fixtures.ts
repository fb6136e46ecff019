import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { get } from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';
import { endKurrentNode, PROGRAM } from '../../../infra/local/kurrentdb-node.mjs';
import { temporaryFolder, waitFor } from '../harness/index.js';
import { compiled, ROOT } from '../harness/paths.js';
import { freePort } from '../harness/ports.js';
import { readCompose } from './production-compose.fixtures.js';

const run = promisify(execFile);

const COMPOSE = readCompose('docker-compose.kurrentdb.yml');
export const NODES = ['kurrentdb1', 'kurrentdb2', 'kurrentdb3'] as const;
type NodeName = (typeof NODES)[number];

/** Maximum wait for a node. An election takes seconds, or longer if the nodes share a machine. */
const READY_MS = 120_000;
/** Settings that keep memory use below that of production. */
const SMALL = {
  DOTNET_gcServer: '0',
  EVENTSTORE_CHUNKS_CACHE_SIZE: '67108928',
  EVENTSTORE_CACHED_CHUNKS: '0',
};

/** Folders on this machine with the files that containers would mount. */
export interface Deployment {
  /** The folder that `make-secrets.sh` filled. */
  readonly secrets: string;
  /** The folder that contains only the CA's certificate. */
  readonly ca: string;
}

/** The nodes of docker-compose.kurrentdb.yml as processes on loopback addresses. */
export interface SecureCluster {
  /** Returns the folder with a node's files. */
  dataOf(node: NodeName): string;
  /** The environment of a service, with paths and addresses that are valid here. */
  environmentOf(service: string): Promise<Record<string, string>>;
  /** Kills all nodes with SIGKILL. */
  close(): Promise<void>;
}

/** Generates secrets and certificates as an operator does. */
export async function makeDeployment(): Promise<Deployment> {
  const folder = await temporaryFolder();
  const deployment = { secrets: path.join(folder, 'secrets'), ca: path.join(folder, 'ca') };
  const script = path.join(ROOT, 'infra/docker/make-secrets.sh');
  await run('sh', [script, '--trial', '--kurrentdb', deployment.secrets]);
  await mkdir(deployment.ca);
  await copyFile(path.join(deployment.secrets, 'kurrentdb_ca'), path.join(deployment.ca, 'ca.crt'));
  return deployment;
}

/**
 * Starts the nodes of the compose file and waits until each has joined the cluster.
 *
 * @param folder the parent of the nodes' folders, which may contain restored backups
 */
export async function startSecureCluster(deployment: Deployment, folder: string): Promise<SecureCluster> {
  const ports = new Map<string, number>();
  for (const node of NODES) ports.set(node, await freePort());
  const here = (text: string): string =>
    text
      .replaceAll('/run/secrets', deployment.secrets)
      .replaceAll('/etc/moniker-kurrentdb', path.join(ROOT, 'infra/kurrentdb'))
      .replaceAll('/etc/kurrentdb', deployment.ca)
      .replace(/(kurrentdb\d):2113/g, (_, node: string) => `127.0.0.1:${ports.get(node)}`)
      .replace(/^(kurrentdb\d|0\.0\.0\.0)$/, '127.0.0.1');
  const dataOf = (node: NodeName): string => path.join(folder, node);
  const nodes = await Promise.all(
    NODES.map(async (node) => {
      const ownPorts = {
        EVENTSTORE_NODE_PORT: ports.get(node),
        EVENTSTORE_REPLICATION_PORT: await freePort(),
      };
      return startNode(node, here, { ...ownPorts, EVENTSTORE_DB: dataOf(node) });
    }),
  );
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map(endKurrentNode));
  };
  try {
    const ca = await readFile(path.join(deployment.ca, 'ca.crt'));
    for (const node of NODES) {
      await waitFor(() => isLive(ports.get(node) ?? 0, ca), { what: node, timeoutMs: READY_MS });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { dataOf, environmentOf: (service) => readEnvironment(service, here), close };
}

/**
 * Reads a service's environment. Replaces each `…_FILE` setting with the contents of its file. In those contents, also
 * replaces container addresses with local ones.
 */
async function readEnvironment(
  service: string,
  here: (text: string) => string,
): Promise<Record<string, string>> {
  const settings = Object.entries(COMPOSE.services[service]?.environment ?? {}).map(async ([name, value]) =>
    name.endsWith('_FILE')
      ? [name.replace(/_FILE$/, ''), here((await readFile(here(value), 'utf8')).trim())]
      : [name, value],
  );
  return Object.fromEntries(await Promise.all(settings)) as Record<string, string>;
}

/**
 * Starts a node with the compose file's environment and entry point. If `setpriv` is installed, the node is killed
 * when this process ends.
 */
function startNode(
  node: NodeName,
  here: (text: string) => string,
  own: Readonly<Record<string, string | number | undefined>>,
): ChildProcess {
  const { entrypoint = [], environment = {} } = COMPOSE.services[node] ?? {};
  const settings = Object.entries(environment).map(([name, value]) => [name, here(value)]);
  const ownSettings = Object.entries(own).map(([name, value]) => [name, String(value)]);
  const command = [...entrypoint.map(here), PROGRAM ?? ''];
  const withEnd = spawnSync('setpriv', ['--version']).status === 0 ? ['setpriv', '--pdeathsig', 'KILL'] : [];
  const [file = '', ...args] = [...withEnd, ...command];
  return spawn(file, args, {
    stdio: 'ignore',
    // Only these variables, because the server refuses unknown options in its environment.
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries([...settings, ...ownSettings] as [string, string][]),
      ...SMALL,
    },
  });
}

/** Sends the same request as the container's health check. */
function isLive(port: number, ca: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    get({ host: 'localhost', port, path: '/health/live', ca, agent: false, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 204);
    }).on('error', reject);
  });
}

/** Runs `prepare-kurrentdb`. Returns the lines that it printed. If it fails, rejects with its error message. */
export async function prepareKurrentDb(env: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await run(
    process.execPath,
    ['--no-deprecation', compiled('apps/prepare-kurrentdb.js')],
    {
      env: { PATH: process.env['PATH'], ...env },
    },
  );
  return stdout.trim().split('\n');
}

/** Backs up the files of a running node. Returns the folder of the backup. */
export async function backUpNode(node: string, backups: string): Promise<string> {
  const { stdout } = await run('sh', [path.join(ROOT, 'infra/backup/backup-kurrentdb.sh'), node, backups]);
  return stdout.trim();
}

/** Restores the files of a node. If the script fails, rejects with its message. */
export async function restoreNode(backup: string, node: string): Promise<void> {
  await run('sh', [path.join(ROOT, 'infra/backup/restore-kurrentdb.sh'), backup, node]);
}
