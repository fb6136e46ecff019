import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = path.join(import.meta.dirname, '../..');
/** Functions that check a credential. `verifyNew` checks the first proof of a new factor. */
const CHECKS =
  /\bpasswordMatches\(|\.findByPassword\(|\.useCode\(|[pP]asskeys\.check\(|[oO]tps\.check\(|\.verifyNew\(|alerts\.userOf\(/;
/** The only file that checks a credential without the gate. Other files call `passwordMatches` through the gate. */
const IMPLEMENTATIONS = ['platform/crypto/passwords.ts'];

describe('the credential gate', () => {
  it('is used by every file that checks a credential [AUTH-74]', () => {
    const checking = sourceFiles().filter((file) => CHECKS.test(textOf(file)));
    const bypassing = checking.filter((file) => !textOf(file).includes('gate.check('));
    expect(bypassing).toEqual(IMPLEMENTATIONS);
    expect(checking.length).toBeGreaterThan(IMPLEMENTATIONS.length + 5);
  });

  it('is the only user of the credential limits [AUTH-74]', () => {
    const limits = /limit: '(password|passwords-of|passwords-from|codes-of|codes-from|factor-codes|browser)/;
    const files = sourceFiles().filter((file) => limits.test(textOf(file)));
    expect(files).toEqual(['identity/attempts/credential-gate.service.ts']);
  });
});

const textOf = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8');

function sourceFiles(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !/\.(spec|fixtures)\.ts$/.test(file)).sort();
}
