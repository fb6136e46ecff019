import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import { runCli, temporaryFolder, useDatabase } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';
import { appendCredits, BOB } from '../harness/sample-ledger.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The documents, Compose files and Dockerfiles that contain commands. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/benchmarks.md',
  'docs/command-line.md',
  'docs/kurrentdb.md',
  'docs/operations.md',
  ...readdirSync(path.join(ROOT, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`),
  'infra/backup/README.md',
  'docker-compose.yml',
  'docker-compose.backup.yml',
  'docker-compose.kurrentdb.yml',
  'docker-compose.tls.yml',
  'infra/docker/api.Dockerfile',
].map(textOf);

const LEDGER_COMMANDS = matchesIn(
  `${textOf('README.md')}\n${textOf('docs/command-line.md')}`,
  /^ {4}npm run ledger -- (.+?)(?: {2,}|$)/gm,
);

/** Positions of the checkpoints that the documents name. */
const CHECKPOINTS = [10, 20];
/** Length of the log. It covers every position that the documents name. */
const LENGTH = 1_000;

/** The bank statement that the documents expect in the current folder. */
const STATEMENT = 'date,amount,reference\n2026-10-01,1.00,unknown to the ledger\n';

const database = useDatabase();
let dataDir: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  const seed = Buffer.alloc(32, 5);
  env = {
    DATA_DIR: dataDir,
    DATABASE_OWNER_URL: database.ownerUrl,
    CHECKPOINT_KEY: seed.toString('base64url'),
  };
  await writeFile(path.join(dataDir, 'october.csv'), STATEMENT);
  await mkdir(path.join(dataDir, 'checkpoints', 'keys'), { recursive: true });
  await writeFile(
    path.join(dataDir, 'checkpoints', 'keys', 'bank.pub'),
    `${deriveSigningKey(seed).publicKey}\n`,
  );
  await openAccount(BOB);
  let length = 1;
  for (const position of [...CHECKPOINTS, LENGTH]) {
    await appendCredits(database, position - length);
    length = position;
    const out = path.join(dataDir, 'checkpoints', `${position}.txt`);
    await runCli(['checkpoint', 'create', '--out', out], { database, env });
  }
});

async function openAccount(accountId: string): Promise<void> {
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
  const context = { actor: 'system', correlationId: 'documented-commands' };
  await writer.submit({ command: { type: 'OpenAccount', accountId }, context });
  await writer.close();
}

describe('documented commands', () => {
  it('are found by the pattern', () => expect(LEDGER_COMMANDS.length).toBeGreaterThan(10));

  it.each(LEDGER_COMMANDS)('run without errors: npm run ledger -- %s', async (command) => {
    // `--follow` waits forever for new events.
    const args = command.split(' ').filter((arg) => arg !== '--follow');

    const { code, stdout, stderr } = await runCli(
      args.map((arg) => (arg.endsWith('.csv') ? path.join(dataDir, arg) : arg)),
      { database, env },
    );

    // `reconcile` exits with 1, because the statement has a movement that the ledger lacks.
    expect([code, stderr]).toEqual([args[0] === 'reconcile' ? 1 : 0, '']);
    expect(stdout).not.toBe('');
  });

  it.each(programsIn(DOCUMENTS))('name a program that exists: `node %s`', (program) => {
    expect(existsSync(path.join(ROOT, program))).toBe(true);
  });

  it.each(scriptsIn(DOCUMENTS))('name a script that exists: `npm run %s`', (command) => {
    const [script = '', , workspace = ''] = command.split(' ');
    const { scripts } = JSON.parse(textOf(path.join(workspace, 'package.json'))) as { scripts: object };
    expect(scripts).toHaveProperty([script]);
  });
});

function matchesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, match = '']) => match))];
}

/** Files that documents say to run with node: `node infra/backup/copy-bucket.mjs`, `[node, api/dist/apps/worker.js]`. */
function programsIn(documents: readonly string[]): string[] {
  return matchesIn(documents.join('\n'), /\bnode['"]?,? ['"]?((?:api|infra)\/[\w/.-]+\.m?js)/g);
}

/** Scripts, with their workspace if they have one: `test:full`, `rotate-ssn-keys -w api`. */
function scriptsIn(documents: readonly string[]): string[] {
  return matchesIn(documents.join('\n'), /\bnpm run (?:-s )?([\w:-]+\b(?: -w \w+)?)/g);
}
