import type { Rolldown } from 'vite';

type Screen = keyof typeof SCREENS;
/** Gives access to the modules in the build. */
type Graph = { getModuleInfo: Rolldown.GetModuleInfo };

const PUBLIC = 'public/|identity/(?:sign-in|forgot-password|secure-account)/';

/**
 * The screens by which shared code is assigned to chunks. A module belongs to the screens that import it, directly or
 * indirectly.
 */
const SCREENS = {
  landing: /\/web\/src\/features\/public\/landing\//,
  forms: /\/web\/src\/features\/identity\/(sign-in|forgot-password)\//,
  public: new RegExp(`/web/src/features/(?:${PUBLIC})`),
  dashboard: /\/web\/src\/(app\/app-layout|features\/payments\/dashboard\/dashboard-page)\./,
  charts: /\/web\/src\/features\/payments\/analytics\//,
  signedIn: new RegExp(`/web/src/(app/app-layout\\.|features/(?!${PUBLIC}))`),
} as const;

/** Code that few screens need: it stays in its own chunks, or in the chunks of those screens. */
const LARGE =
  /\/(apexcharts|react-apexcharts|@radix-ui|react-remove-scroll|react-remove-scroll-bar|use-sidecar|use-callback-ref|aria-hidden|tslib|uqr|@simplewebauthn)\/|\/(lib\/passkeys|lib\/sign-with-passkey|components\/factors\/[\w-]+)\.|\/components\/(chat\/|ui\/(dialog|data-table|toast-area)\.)|\/lib\/(style-singleton|amount-input|transfer-texts)\.|\/common\/src\/(?!brand|categories|money|search-key|transactions)[\w-]+\./;

/**
 * Icons that first loads do not show. They are listed here because the build can't tell which screens use an icon: all
 * icons are exports of one module.
 */
const RARE_ICON =
  /\/icons\/(chevron-left|chevrons-up-down|external-link|file-check|file-spreadsheet|keyboard|list-todo|message-circle|rotate-cw|trash|zoom-in|zoom-out)\./;

const FEATURE = /\/web\/src\/features\//;

/**
 * Groups shared code into chunks. No first load contains code that only other screens need, and no icon needs its own
 * request (UI-21).
 */
export function chunkGroups() {
  const isUsedBy = usage();
  const nameOf = (id: string, graph: Graph): string | null => {
    const isUsed = (screen: Screen): boolean => isUsedBy(id, screen, graph);
    if (RARE_ICON.test(id)) return 'icons';
    if (LARGE.test(id) || !isUsed('signedIn')) return null;
    if (isUsed('landing')) return 'shared';
    if (isUsed('forms')) return isUsed('dashboard') ? 'controls' : 'forms';
    return null;
  };
  const isForUsers = (id: string, graph: Graph): boolean =>
    !LARGE.test(id) && !FEATURE.test(id) && !isUsedBy(id, 'public', graph);
  const nameOfSignedIn: typeof nameOf = (id, graph) =>
    isForUsers(id, graph) && isUsedBy(id, 'dashboard', graph) ? 'signed-in' : null;
  // Keeps code that Analytics does not need, such as the code for forms, out of the first load of Analytics.
  const nameOfOthers: typeof nameOf = (id, graph) => {
    if (!isForUsers(id, graph)) return null;
    return isUsedBy(id, 'charts', graph) ? 'screens' : 'actions';
  };
  return [
    { name: 'main', tags: ['$initial' as const], priority: 4 },
    { debugName: 'visitors', name: nameOf, minShareCount: 2, priority: 3 },
    { debugName: 'signed-in', name: nameOfSignedIn, minShareCount: 2, priority: 2 },
    { debugName: 'screens', name: nameOfOthers, minShareCount: 2, priority: 1 },
  ];
}

/** Whether a screen imports a module, directly or indirectly. Lazy imports do not count. */
function usage() {
  const known = new Map<string, boolean>();
  return function isUsedBy(id: string, screen: Screen, graph: Graph): boolean {
    const key = `${screen} ${id}`;
    const result = known.get(key);
    if (result !== undefined) return result;
    known.set(key, false); // Stops at import cycles.
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const isUsed =
      SCREENS[screen].test(id) || importers.some((importer) => isUsedBy(importer, screen, graph));
    known.set(key, isUsed);
    return isUsed;
  };
}
