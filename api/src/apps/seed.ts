import 'reflect-metadata';
import { openLedger } from '../ledger/ledger.module.js';
import { readConfig } from '../platform/config/config.js';
import { createDataSource } from '../platform/database/data-source.js';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { createDemoClock, seedDemo } from '../seed/seed-demo.js';

/** Seeds the local profile's demo data once. A database that already has users stays unchanged. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.profile !== 'local') throw new Error('demo data is only for the local profile');
  const clock = createDemoClock();
  const dataSource = await createDataSource(config.databaseUrl, 2).initialize();
  try {
    const users = await dataSource.query<unknown[]>('select 1 from app_user limit 1');
    if (users.length > 0) {
      console.log('the database already has users, so no demo data was added');
      return;
    }
    const ledger = await openLedger({ config, dataSource, now: clock.now, isForDemo: true });
    try {
      const { bankTimeZone: timeZone, secrets } = config;
      await seedDemo({ dataSource, ledger: ledger.writer, clock, today: new Date(), timeZone, secrets });
    } finally {
      await ledger.close();
    }
    console.log('demo data seeded');
  } finally {
    await dataSource.destroy();
  }
}

main().catch(exitWithError('seed'));
