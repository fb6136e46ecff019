// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file.mjs';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Secrets
 * @property {string} secretKey
 * @property {string} superuserPassword
 * @property {import('./postgres/provision.mjs').PerRole} passwords
 */

/**
 * The secrets of this installation, generated at its first start.
 *
 * @throws Problem the file is damaged, or is missing although there is stored data
 * @returns {Secrets}
 */
export function secretsOf(/** @type {string} */ folder) {
  const file = path.join(folder, 'secrets.json');
  const existing = readPrivateFile(
    file,
    "The stored data can't be read without it. Restore it from a copy, or start over with --fresh.",
  );
  if (existing) return existing;
  if (existsSync(path.join(folder, 'postgres'))) {
    throw new Problem(
      `${file} is missing, and the stored data can't be read without it. Restore it, or start over with --fresh.`,
    );
  }
  const secrets = generateSecrets();
  writePrivateFile(file, secrets);
  return secrets;
}

/** @returns {Secrets} */
function generateSecrets() {
  const random = () => randomBytes(32).toString('base64url');
  return {
    secretKey: random(),
    superuserPassword: random(),
    passwords: { owner: random(), app: random(), auditor: random() },
  };
}
