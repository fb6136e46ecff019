import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { readConfig, type Config } from './config/config.js';
import { databaseOptions } from './database/data-source.js';
import { PreparedReads } from './database/prepared-reads.service.js';
import { Readiness } from './health/readiness.js';
import { Metrics } from './metrics/metrics.js';
import { Stopping } from './stopping.js';
import { BankDays } from './time/bank-days.service.js';
import { CLOCK, CONFIG, type Clock } from './tokens.js';

/** Provides what every feature needs: configuration, clock, calendar, database and operations. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...databaseOptions(config.databaseUrl),
        autoLoadEntities: true,
        retryAttempts: 3,
      }),
    }),
  ],
  providers: [
    { provide: CONFIG, useFactory: () => readConfig(process.env) },
    { provide: CLOCK, useValue: (() => new Date()) satisfies Clock },
    BankDays,
    Metrics,
    PreparedReads,
    Readiness,
    Stopping,
  ],
  exports: [CONFIG, CLOCK, BankDays, Metrics, PreparedReads, Readiness, Stopping],
})
export class PlatformModule {}
