import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { permissionTable } from './permissions.js';

const SECURITY = path.join(import.meta.dirname, '../../../docs/security.md');

it('the table of roles and permissions in docs/security.md is the one of the code [SEC-41]', () => {
  expect(readFileSync(SECURITY, 'utf8')).toContain(permissionTable().trim());
});
