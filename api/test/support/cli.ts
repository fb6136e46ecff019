import { spawn } from 'node:child_process';
import { testServer, type TestDatabase } from './database.js';
import { measure } from './measure.js';
import { compiled, ROOT } from './paths.js';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  database: TestDatabase;
  env?: NodeJS.ProcessEnv;
  input?: string;
}

/** Runs the auditors' command line on a database with the read-only role. */
export const runCli = (args: string[], options: CliOptions): Promise<CliResult> =>
  measure('command line', () => run(args, options));

function run(args: string[], { database, env = {}, input }: CliOptions): Promise<CliResult> {
  const child = spawn(process.execPath, [compiled('cli.js'), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      SECRET_KEY: testServer().secretKey,
      DATABASE_AUDITOR_URL: database.auditorUrl,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that ignores its input may exit before all of it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const result: CliResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (result.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...result, code }));
  });
}
