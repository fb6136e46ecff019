import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CAN_START_KURRENTDB,
  KURRENTDB_HINT,
  startKurrentCluster,
  startKurrentServer,
  type KurrentCluster,
  type KurrentServer,
} from '../harness/kurrentdb.js';
import { HAS_SMALL_DISKS, SmallDisk } from '../harness/small-disk.js';
import { waitFor } from '../harness/wait-for.js';
import { KurrentBank } from './kurrentdb-bank.fixtures.js';
import { CAN_PARTITION, startPartitionableCluster } from './kurrentdb-partition.fixtures.js';
import { CuttingProxy, REQUEST_FAULTS, type RequestFault } from './remote-log.fixtures.js';

const APIS = 2;
/** Number of operations that must be acknowledged before each fault, and again after it. */
const PROGRESS = 100;
/** Longer than the time for which the bank retries an append, so callers are refused. */
const PAUSE_MS = 15_000;
const OUTAGE_MS = 60_000;
/** Longer than a PostgreSQL transaction takes, but shorter than the time for which the bank retries a projection. */
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
    await pause(PAUSE_MS);
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
    'the server was down for a minute',
    async (bank, leader) => {
      await leader.kill9();
      await pause(OUTAGE_MS);
      await leader.restart();
      expect(bank.refused).toBeGreaterThan(0);
    },
  ],
  ['an API was killed', killApi],
  [
    'an API was killed while the server was paused',
    async (bank, leader) => {
      leader.freeze();
      await bank.killApi(0);
      // An API only starts if it can reach the log.
      leader.thaw();
      await bank.restartApi(0);
    },
  ],
  ['PostgreSQL was down', (bank) => bank.whileDatabaseIsDown(() => pause(DATABASE_OUTAGE_MS))],
];

/** Only an append's metadata contains this text. */
const APPEND = '"correlationId":"';
/** Cuts the connection while an append is in flight. */
const cutAppend = async (proxy: CuttingProxy, bank: KurrentBank, fault: RequestFault): Promise<void> => {
  proxy.arm(fault, APPEND);
  await waitFor(() => proxy.injected > 0, { what: 'an append' });
  await bank.progress(PROGRESS);
};

/** Kills all APIs during an append: after PREPARE and before COMMIT PREPARED. */
const killAtAppend = async (
  proxy: CuttingProxy,
  bank: KurrentBank,
  fault: RequestFault | 'standstill',
): Promise<void> => {
  proxy.arm(fault, APPEND, Infinity);
  await waitFor(() => proxy.injected > 0, { what: 'an append' });
  for (let index = 0; index < APIS; index += 1) await bank.killApi(index);
  proxy.disarm();
  expect(await bank.preparedTransactions()).toBeGreaterThan(0);
  for (let index = 0; index < APIS; index += 1) await bank.restartApi(index);
};

const PROXY_FAULTS: readonly [string, (proxy: CuttingProxy, bank: KurrentBank) => Promise<void>][] = [
  ...REQUEST_FAULTS.map((fault): (typeof PROXY_FAULTS)[number] => [
    `the connection was cut during an append: ${fault}`,
    (proxy, bank) => cutAppend(proxy, bank, fault),
  ]),
  ['the APIs were killed before an append arrived', (proxy, bank) => killAtAppend(proxy, bank, 'standstill')],
  ['the APIs were killed after an append arrived', (proxy, bank) => killAtAppend(proxy, bank, 'reply lost')],
];

/** Large enough for the files that a server writes before it is ready. */
const DISK_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;

const itWithServer = CAN_START_KURRENTDB ? it : it.skip;
const itWithDisk = CAN_START_KURRENTDB && HAS_SMALL_DISKS ? it : it.skip;
const itWithPartitions = CAN_START_KURRENTDB && CAN_PARTITION ? it : it.skip;
const skipped = CAN_START_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`;

describe(`a bank with its log in KurrentDB${skipped}`, () => {
  describe('on one node', () => {
    let server: KurrentServer | null = null;

    beforeAll(async () => {
      if (CAN_START_KURRENTDB) server = await startKurrentServer();
    });

    afterAll(() => server?.close());

    itWithServer.each(FAULTS)(
      'has every acknowledged operation exactly once after %s',
      (_name, fault) => expectSurvival(present(server), (bank) => fault(bank, present(server))),
      TEST_MS,
    );

    itWithServer.each(PROXY_FAULTS)(
      'has every acknowledged operation exactly once after %s',
      async (_name, fault) => {
        const proxy = await CuttingProxy.start(present(server).port);
        try {
          const apiUrl = `kurrentdb://127.0.0.1:${proxy.port}?tls=false`;
          await expectSurvival({ url: present(server).url, apiUrl }, (bank) => fault(proxy, bank));
        } finally {
          await proxy.close();
        }
      },
      TEST_MS,
    );

    itWithDisk(
      'has every acknowledged operation exactly once after the disk was full',
      async () => {
        const disk = await SmallDisk.mount(DISK_BYTES);
        const flags = ['--chunk-size', String(CHUNK_BYTES)];
        const full = await startKurrentServer({ folder: disk.folder, within: disk.within, flags });
        try {
          await expectSurvival(full, async (bank) => {
            await disk.fill();
            const { refused } = bank;
            // A server that can't write exits. In production, its supervisor restarts it.
            await waitFor(() => full.hasEnded() && bank.refused > refused, {
              what: 'the server to exit',
              timeoutMs: TEST_MS,
            });
            await disk.empty();
            await full.restart();
          });
        } finally {
          await full.close();
          await disk.close();
        }
      },
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
      'has every acknowledged operation exactly once after %s',
      (_name, fault) =>
        expectSurvival(present(cluster), async (bank) => fault(bank, await present(cluster).leader())),
      TEST_MS,
    );

    itWithPartitions(
      'has every acknowledged operation exactly once after the leader lost contact with the other nodes but not with its clients',
      async () => {
        const separable = await startPartitionableCluster();
        try {
          await expectSurvival(separable, async (bank) => {
            const old = await separable.leader();
            separable.separate(old);
            await waitFor(async () => (await separable.leader()) !== old, {
              what: 'another leader',
              timeoutMs: TEST_MS,
            });
            await bank.progress(PROGRESS);
            separable.reunite();
            await separable.restartEnded();
          });
        } finally {
          await separable.close();
        }
      },
      TEST_MS,
    );
  });
});

function present<Server>(server: Server | null): Server {
  if (server === null) throw new Error('KurrentDB was not started');
  return server;
}

async function expectSurvival(
  { url, apiUrl }: { readonly url: string; readonly apiUrl?: string },
  fault: (bank: KurrentBank) => Promise<void>,
): Promise<void> {
  const bank = await KurrentBank.start(url, APIS, apiUrl);
  try {
    await bank.progress(PROGRESS);
    await fault(bank);
    await bank.progress(PROGRESS);
    await bank.expectComplete();
    const [, name = ''] = expect.getState().currentTestName?.split(' once after ') ?? [];
    console.log(`${name}: ${bank.operations} operations acknowledged, ${bank.refused} requests refused`);
  } finally {
    await bank.stop();
  }
}
