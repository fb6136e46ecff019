import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LEDGER_SURFACE } from '../../../dependency-cruiser.config.mjs';
import { ROOT } from './paths.js';

/** A small source tree: the imports of each file. */
const TREE: Readonly<Record<string, readonly string[]>> = {
  'common/src/fee.ts': ['./rounding.js', 'node:util', '../../api/src/elsewhere/account.entity.js'],
  'common/src/rounding.ts': [],
  'api/src/platform/clock.ts': ['../ledger/domain/accounts.js', '@moniker/common/fee.js'],
  'api/src/ledger/domain/accounts.ts': ['node:crypto', '@moniker/common/fee.js'],
  'api/src/ledger/log/hash-chain.ts': ['../../identity/users/users.service.js', '../domain/accounts.js'],
  'api/src/ledger/texts/salts.ts': ['../proof/salts.js'],
  'api/src/ledger/proof/salts.ts': [],
  'api/src/ledger/proof/notes.ts': ['../texts/notes.js'],
  'api/src/ledger/texts/notes.ts': [],
  'api/src/identity/users/user.entity.ts': [],
  'api/src/identity/factors/factors.service.ts': ['../../support/notes/notes.service.js'],
  'api/src/identity/users/users.service.ts': ['./user.entity.js', '../../ledger/domain/accounts.js'],
  'api/src/identity/users/users.module.ts': ['../../apps/api.js'],
  'api/src/support/chat/chat.service.ts': [
    '../../ledger/log/hash-chain.js',
    '../../identity/users/user.entity.js',
    '../../identity/users/users.service.js',
    './missing.js',
  ],
  'api/src/support/chat/one.ts': ['./other.js'],
  'api/src/support/chat/other.ts': ['./one.js'],
  'api/src/support/notes/notes.service.ts': ['../chat/one.js', '../chat/chat.service.js'],
  'api/src/seed/seed-demo.ts': ['../identity/users/user.entity.js'],
  'api/src/apps/api.ts': ['../elsewhere/account.entity.js'],
  'api/src/elsewhere/account.entity.ts': [],
  'web/src/lib/money.ts': ['@/features/payments/history/lines'],
  'web/src/features/payments/history/lines.ts': [],
  'web/src/features/payments/chat/chat.ts': [
    '@/features/payments/history/lines',
    '../../../app/router',
    '@/lib/format',
  ],
  'web/src/features/admin/chat/chat.ts': ['../people'],
  'web/src/features/admin/people.ts': ['@/features/payments/history/lines'],
  'web/src/lib/format.ts': [],
  'web/src/app/router.ts': [],
};

interface CruiseResult {
  readonly summary: {
    readonly violations: readonly { rule: { name: string }; from: string; to: string }[];
  };
}

describe('npm run imports', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-imports-'));
  let violations: string[];

  beforeAll(() => {
    for (const [file, imports] of Object.entries(TREE)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      // The rules must apply even to type-only imports.
      const lines = imports.map((from) => `import type * as name from '${from}';\n`);
      writeFileSync(path.join(folder, file), `${lines.join('')}export {};\n`);
    }
    cpSync(path.join(ROOT, 'common/package.json'), path.join(folder, 'common/package.json'));
    mkdirSync(path.join(folder, 'node_modules/@moniker'), { recursive: true });
    symlinkSync('../../common', path.join(folder, 'node_modules/@moniker/common'));
    const { stdout } = spawnSync(
      process.execPath,
      [
        path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', path.join(ROOT, 'dependency-cruiser.config.mjs')],
        ...['--output-type', 'json', 'api/src', 'common/src', 'web/src'],
      ],
      { cwd: folder, encoding: 'utf8', env: {} },
    );
    const result = JSON.parse(stdout) as CruiseResult;
    violations = result.summary.violations
      .map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
      .sort();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('reports every forbidden import and no other', () => {
    expect(violations).toEqual([
      'common-stands-alone: common/src/fee.ts -> api/src/elsewhere/account.entity.ts',
      'common-stands-alone: common/src/fee.ts -> util',
      'domain-is-pure: api/src/ledger/domain/accounts.ts -> crypto',
      'features-by-their-surface: api/src/support/chat/chat.service.ts -> api/src/identity/users/user.entity.ts',
      'features-by-their-surface: api/src/support/notes/notes.service.ts -> api/src/support/chat/one.ts',
      'layer-of-identity: api/src/identity/factors/factors.service.ts -> api/src/support/notes/notes.service.ts',
      'layer-of-identity: api/src/identity/users/users.module.ts -> api/src/apps/api.ts',
      'layer-of-ledger: api/src/ledger/log/hash-chain.ts -> api/src/identity/users/users.service.ts',
      'layer-of-platform: api/src/platform/clock.ts -> api/src/ledger/domain/accounts.ts',
      'ledger-surface: api/src/support/chat/chat.service.ts -> api/src/ledger/log/hash-chain.ts',
      'listed-layers: api/src/apps/api.ts -> api/src/elsewhere/account.entity.ts',
      'listed-layers: common/src/fee.ts -> api/src/elsewhere/account.entity.ts',
      'no-cycles: api/src/support/chat/one.ts -> api/src/support/chat/other.ts',
      'no-folder-cycles: api/src/ledger/proof -> api/src/ledger/texts',
      'no-folder-cycles: api/src/ledger/texts -> api/src/ledger/proof',
      'platform-knows-no-bank: api/src/platform/clock.ts -> common/src/fee.ts',
      'resolvable: api/src/support/chat/chat.service.ts -> ./missing.js',
      'web-features: web/src/features/admin/people.ts -> web/src/features/payments/history/lines.ts',
      'web-features: web/src/features/payments/chat/chat.ts -> web/src/app/router.ts',
      'web-features: web/src/features/payments/chat/chat.ts -> web/src/features/payments/history/lines.ts',
      'web-shared-code: web/src/lib/money.ts -> web/src/features/payments/history/lines.ts',
    ]);
  });

  it('lists at most eleven files as the surface of the ledger, and all of them exist', () => {
    expect(LEDGER_SURFACE.length).toBeLessThanOrEqual(11);
    expect(LEDGER_SURFACE.filter((file) => !existsSync(path.join(ROOT, 'api/src/ledger', file)))).toEqual([]);
  });
});
