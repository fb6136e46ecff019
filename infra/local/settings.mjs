// @ts-check
import { environmentWithout } from './environment.mjs';
import { inRoot } from './paths.mjs';

/**
 * The environment of the API, the worker and the scripts that prepare the database.
 * @param {{ dataFolder: string, port: number, smtpUrl: string, secretKey: string, urls: import('./postgres/provision.mjs').PerRole }} installation
 * @returns {NodeJS.ProcessEnv}
 */
export function settingsFor({ dataFolder, port, smtpUrl, secretKey, urls }) {
  // `DATABASE_OWNER_URL` is removed, because only migrations and seeds use it. `DATABASE_URL` is replaced, because
  // the caller's value may name an administrator. `METRICS_PORT` is removed, because the API and the worker cannot
  // share it on one machine.
  return {
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...environmentWithout('DATABASE_OWNER_URL', 'METRICS_PORT'),
    MONIKER_PROFILE: 'local',
    PORT: String(port),
    DATABASE_URL: urls.app,
    DATABASE_AUDITOR_URL: urls.auditor,
    SMTP_URL: smtpUrl,
    DATA_DIR: dataFolder,
    WEB_DIR: inRoot('web/dist'),
    SECRET_KEY: secretKey,
  };
}
