import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import {
  CAN_START_KURRENTDB,
  KURRENTDB_HINT,
  startKurrentCluster,
  startKurrentServer,
  type KurrentCluster,
  type KurrentServer,
} from '../support/kurrentdb.js';
import { KurrentBank } from './kurrentdb-bank.fixtures.js';

const APIS = 2;
/** Operations acknowledged before each fault and after it. */
const PROGRESS = 100;
/** Longer than an append is tried, so that callers are refused. */
const OUTAGE_MS = 15_000;
/** Longer than a transaction of PostgreSQL takes, shorter than a projection is tried. */
const DATABASE_OUTAGE_MS = 4_000;
const TEST_MS = 300_000;

type Fault = (bank: KurrentBank, leader: KurrentServer) => Promise<void>;

const killServer: Fault = async (bank, leader) => {
  await leader.kill9();
  await leader.restart();
  await bank.progress(PROGRESS);
};

const pauseServer: Fault = async (_bank, leader) => {
  leader.freeze();
  try {
    await pause(OUTAGE_MS);
  } finally {
    leader.thaw();
  }
};

const killApi: Fault = async (bank) => {
  await bank.killApi(0);
  await bank.restartApi(0);
};

const FAULTS: readonly [string, Fault][] = [
  ['the server was killed', killServer],
  ['the server was paused', pauseServer],
  [
    'the server was down for longer than an append is tried',
    async (_bank, leader) => {
      await leader.kill9();
      await pause(OUTAGE_MS);
      await leader.restart();
    },
  ],
  ['an API was killed', killApi],
  [
    'an API was killed between append and projection',
    async (bank) => {
      await bank.whileNotProjected(() => bank.killApi(0));
      await bank.restartApi(0);
    },
  ],
  [
    'an API was killed while the server was paused',
    async (bank, leader) => {
      leader.freeze();
      await bank.killApi(0);
      // An API starts only if it reaches the log.
      leader.thaw();
      await bank.restartApi(0);
    },
  ],
  ['PostgreSQL was down', (bank) => bank.whileDatabaseIsDown(() => pause(DATABASE_OUTAGE_MS))],
];

const itWithServer = CAN_START_KURRENTDB ? it : it.skip;
const skipped = CAN_START_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`;

describe(`a bank with its log in KurrentDB${skipped}`, () => {
  describe('on one node', () => {
    let server: KurrentServer | null = null;

    beforeAll(async () => {
      if (CAN_START_KURRENTDB) server = await startKurrentServer();
    });

    afterAll(() => server?.close());

    itWithServer.each(FAULTS)(
      'has every acknowledged operation once after %s',
      (_name, fault) => expectSurvival(present(server), (bank) => fault(bank, present(server))),
      TEST_MS,
    );
  });

  describe('on three nodes', () => {
    let cluster: KurrentCluster | null = null;

    beforeAll(async () => {
      if (CAN_START_KURRENTDB) cluster = await startKurrentCluster();
    });

    afterAll(() => cluster?.close());

    itWithServer.each([
      ['the leader was killed', killServer],
      ['the leader was paused', pauseServer],
      ['an API was killed', killApi],
    ] as const)(
      'has every acknowledged operation once after %s',
      (_name, fault) =>
        expectSurvival(present(cluster), async (bank) => fault(bank, await present(cluster).leader())),
      TEST_MS,
    );
  });
});

function present<Server>(server: Server | null): Server {
  if (server === null) throw new Error('KurrentDB was not started');
  return server;
}

async function expectSurvival(
  { url }: { url: string },
  fault: (bank: KurrentBank) => Promise<void>,
): Promise<void> {
  const bank = await KurrentBank.start(url, APIS);
  try {
    await bank.progress(PROGRESS);
    await fault(bank);
    await bank.progress(PROGRESS);
    await bank.expectComplete();
  } finally {
    await bank.stop();
  }
}
