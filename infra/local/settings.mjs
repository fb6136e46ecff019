// @ts-check
import { environmentWithout } from './environment.mjs';
import { inRoot } from './paths.mjs';

/**
 * The environment of the API, the worker and the scripts around them.
 * @param {{ dataFolder: string, port: number, smtpUrl: string, secretKey: string, urls: import('./postgres/provision.mjs').PerRole }} installation
 * @returns {NodeJS.ProcessEnv}
 */
export function settingsFor({ dataFolder, port, smtpUrl, secretKey, urls }) {
  // What owns the schema is for migrations and seeds alone, and `DATABASE_URL` may have named an administrator. The API
  // and the worker run side by side on this machine, so one port for the operators of each is one too few.
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
