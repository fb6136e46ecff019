import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../harness/paths.js';

interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `npm run chaos` with these arguments. */
export async function chaos(...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/local/chaos.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
