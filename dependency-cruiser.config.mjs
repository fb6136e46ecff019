// @ts-check
import path from 'node:path';

/** The only files of the ledger that code outside of `api/src/ledger/` may import (docs/adr/0014). */
export const LEDGER_SURFACE = [
  'ledger.module.ts',
  'domain/accounts.ts',
  'domain/events.ts',
  'texts/transaction-texts.ts',
  'writer/submission.ts',
  'writer/ledger-writer.service.ts',
  'queries/ledger-balances.service.ts',
  'queries/ledger-events.service.ts',
  'approvals/ledger-approvals.service.ts',
  'proof/checkpoints.ts',
  'audit/ledger-audit.ts',
];

/**
 * The folders of `api/src`, lowest first. Each imports only itself and those before it, so the areas of the bank cannot
 * depend on each other in a circle (docs/adr/0014).
 */
export const LAYERS = [
  ...['platform', 'ledger', 'http', 'outbox', 'events'],
  ...['identity', 'admin', 'kyc', 'payments', 'support'],
  ...['migrations', 'cli', 'seed', 'apps'],
];

/** The layers that are areas of the bank, with a folder for each feature. */
const AREAS = 'identity|admin|kyc|payments|support';
const TEST_CODE = '\\.(spec|fixtures)\\.tsx?$';

const escaped = (/** @type {string} */ file) => file.replaceAll('.', '\\.');

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files import each other. Move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      comment: 'Folders import each other. Move what both need into one of them, or into a third.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'This import cannot be resolved, so the other rules cannot judge it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...LAYERS.slice(0, -1).map((layer, index) => ({
      name: `layer-of-${layer}`,
      comment: `api/src/${layer} imports only itself and the layers before it (LAYERS in dependency-cruiser.config.mjs).`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^api/src/${layer}/` },
      to: { path: `^api/src/(${LAYERS.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'listed-layers',
      comment: 'Every folder of api/src must be listed in LAYERS.',
      severity: 'error',
      from: {},
      to: { path: `^api/src/(?!(${LAYERS.join('|')})/)` },
    },
    {
      name: 'common-stands-alone',
      comment:
        'common imports nothing but itself, not even packages, because its code runs in Node and in browsers.',
      severity: 'error',
      from: { path: '^common/src/', pathNot: TEST_CODE },
      to: { pathNot: '^common/src/' },
    },
    {
      name: 'platform-knows-no-bank',
      comment: "The platform must not depend on the bank's rules.",
      severity: 'error',
      from: { path: '^api/src/platform/' },
      to: { path: '^common/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'ledger/domain imports nothing but itself and common, not even packages.',
      severity: 'error',
      from: { path: '^api/src/ledger/domain/', pathNot: TEST_CODE },
      to: { pathNot: '^(api/src/ledger/domain|common/src)/' },
    },
    {
      name: 'ledger-surface',
      comment:
        'Outside of the ledger, import only the files of LEDGER_SURFACE (dependency-cruiser.config.mjs).',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/ledger/', TEST_CODE] },
      to: {
        path: '^api/src/ledger/',
        pathNot: `^api/src/ledger/(${LEDGER_SURFACE.map(escaped).join('|')})$`,
      },
    },
    {
      name: 'features-by-their-surface',
      comment: 'Import another feature only through its .module, .service, .dto or .command file.',
      severity: 'error',
      // Entry files and the seed combine features, so they may import any file of a feature.
      from: { path: '^api/src/([^/]+/[^/]+)/', pathNot: '^api/src/(apps|seed)/' },
      to: {
        path: `^api/src/(${AREAS})/[^/]+/`,
        pathNot: ['^api/src/$1/', '\\.(module|service|dto|command)\\.ts$'],
      },
    },
    {
      name: 'web-shared-code',
      comment: 'Shared code of the web app imports neither features nor the app shell.',
      severity: 'error',
      from: { path: '^web/src/(components|lib)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-features',
      comment:
        'A feature of the web app imports neither other features nor the app shell. The admin panel is one feature.',
      severity: 'error',
      from: { path: '^web/src/features/(admin|[^/]+/[^/]+)/' },
      to: { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
    },
  ],
  options: {
    // Type-only imports count too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // For the alias `@/` of the web app.
    tsConfig: { fileName: path.join(import.meta.dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@moniker/source', 'import', 'node', 'types', 'default'],
    },
  },
};
