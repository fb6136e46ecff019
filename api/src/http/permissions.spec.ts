import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { adminRoutesOf } from './openapi/admin-routes.js';
import { permissionTables } from './permissions.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('docs/security.md lists the same roles, permissions and routes as the code [SEC-41]', () => {
  const routes = adminRoutesOf(read('api/openapi.json'));
  expect(read('docs/security.md')).toContain(permissionTables(routes).trim());
});
