// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../content-hash.mjs';

/**
 * Runs a check unless it has passed with the same inputs before.
 * @param {string} file keeps the hash of the inputs with which the check last passed
 * @param {string[]} inputs files and folders, relative to the repository's root
 * @param {() => Promise<{ code: number, output: string }>} check
 */
export async function unlessPassedBefore(file, inputs, check) {
  const { contents } = hashOf(inputs);
  if (existsSync(file) && readFileSync(file, 'utf8') === contents) return { code: 0, output: '' };
  const result = await check();
  if (result.code === 0) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return result;
}
