import { describe, it } from '@jest/globals';
import { useDemoDatabase } from '../harness/index.js';
import { runKillScenario } from './kill.fixtures.js';

/** Only a few, because a process takes seconds to start. The nightly run has more. */
const KILLS = 2;

const database = useDemoDatabase();

describe('an API that is killed under load', () => {
  it(`keeps every acknowledged transaction and no refused one after ${KILLS} kills [LED-10]`, async () => {
    await runKillScenario(database, KILLS);
  }, 300_000);
});
