import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const FOLDER = path.resolve(import.meta.dirname, '../../../infra/prometheus');
const PROMTOOL = '/usr/bin/promtool';

(existsSync(PROMTOOL) ? it : it.skip)('every alert passes its promtool test', () => {
  const test = spawnSync(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], { cwd: FOLDER, encoding: 'utf8' });
  expect(test).toMatchObject({ status: 0, stderr: '' });
});
