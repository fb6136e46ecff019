import { spawn } from 'node:child_process';
import { logEnv, testServer, type TestDatabase } from './database.js';
import { measure } from './measure.js';
import { compiled, ROOT } from './paths.js';
import { callService } from './services-client.js';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  database: TestDatabase;
  env?: NodeJS.ProcessEnv;
  /** Standard input. */
  input?: string;
}

/**
 * Runs the auditors' command line on a database, as the read-only role. It runs in a shared host process, or in its own
 * process if there is `input`.
 */
export const runCli = (args: string[], { database, env, input }: CliOptions): Promise<CliResult> =>
  measure('command line', async () => {
    const settings = { ...cliEnv(database), ...env };
    const result =
      input === undefined
        ? await callService<CliResult>('/run-command', { command: 'ledger', args, env: settings })
        : await runProcess(args, settings, input);
    return { ...result, stderr: result.stderr.replace(PROGRESS, '') };
  });

/** Runs `verify`. Fails with its output unless the ledger is sound. */
export async function expectSoundLedger(options: Omit<CliOptions, 'input'>): Promise<void> {
  const { code, stdout, stderr } = await runCli(['verify'], options);
  if (code !== 0) throw new Error(`verify ended with ${code}\n${stdout}${stderr}`);
}

/** Lines of progress. Commands print them only if they take seconds, as on a busy machine. */
const PROGRESS = /^\w+: [\d,]+ of [\d,]+ events .*\n/gm;

/** Runs `create-admin` in a shared host process with these settings. */
export const runCreateAdmin = (args: string[], env: NodeJS.ProcessEnv): Promise<CliResult> =>
  measure('command line', () =>
    callService<CliResult>('/run-command', { command: 'create-admin', args, env }),
  );

/** Runs `reset-factors` in a shared host process with these settings. */
export const runResetFactors = (args: string[], env: NodeJS.ProcessEnv): Promise<CliResult> =>
  measure('command line', () =>
    callService<CliResult>('/run-command', { command: 'reset-factors', args, env }),
  );

/** Runs `unfreeze-user` in a shared host process with these settings. */
export const runUnfreezeUser = (args: string[], env: NodeJS.ProcessEnv): Promise<CliResult> =>
  measure('command line', () =>
    callService<CliResult>('/run-command', { command: 'unfreeze-user', args, env }),
  );

/** Runs the command line in its own process, as an auditor does. */
export const runCliProcess = (
  args: string[],
  { database, env, input = '' }: CliOptions,
): Promise<CliResult> =>
  measure('command line', () => runProcess(args, { ...cliEnv(database), ...env }, input));

const cliEnv = (database: TestDatabase): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  SECRET_KEY: testServer().secretKey,
  MONIKER_PROFILE: 'local',
  DATABASE_AUDITOR_URL: database.auditorUrl,
  ...logEnv(database),
});

function runProcess(args: string[], env: NodeJS.ProcessEnv, input: string): Promise<CliResult> {
  const child = spawn(process.execPath, [compiled('apps/ledger-cli.js'), ...args], {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that ignores its input may exit before all of it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const result: CliResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (result.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...result, code }));
  });
}
