// @ts-check
// `npm run dev`. Until the packages are installed, this file and the files it imports must not import any package.
import { installWhatChanged, requirePorts, runInForeground, takeFolder } from './foreground.mjs';
import { dataFolderOf } from './paths.mjs';
import { portFrom } from './ports.mjs';
import { Problem } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';

const command = 'npm run dev';

await runInForeground(async (shutdown) => {
  requireSupportedPlatform();
  const inspect = wantsInspect(process.argv.slice(2));
  const dataFolder = dataFolderOf();
  const ports = {
    port: portFrom('PORT', 3000),
    apiPort: portFrom('API_PORT', 3001),
    inboxPort: portFrom('INBOX_PORT', 1080),
  };
  await takeFolder(dataFolder, { command, shutdown });
  await requirePorts({ PORT: ports.port, API_PORT: ports.apiPort, INBOX_PORT: ports.inboxPort }, command);
  await installWhatChanged(shutdown);
  const { launchDev } = await import('./dev/launch-dev.mjs');
  return launchDev({ dataFolder, ...ports, inspect, shutdown });
});

function wantsInspect(/** @type {string[]} */ args) {
  const unknown = args.find((arg) => arg !== '--inspect');
  if (unknown)
    throw new Problem(`Unknown option ${unknown}. The only option is --inspect: npm run dev -- --inspect`);
  return args.includes('--inspect');
}
