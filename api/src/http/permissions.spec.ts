import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { adminRoutesOf } from './openapi/admin-routes.js';
import { permissionTables } from './permissions.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('the roles, permissions and routes in docs/security.md are those of the code [SEC-41]', () => {
  const routes = adminRoutesOf(read('api/openapi.json'));
  expect(read('docs/security.md')).toContain(permissionTables(routes).trim());
});
