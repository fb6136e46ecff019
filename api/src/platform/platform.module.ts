import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { readConfig, type Config } from './config/config.js';
import { databaseOptions, type Migrations } from './database/data-source.js';
import { PersonalData } from './database/personal-data.service.js';
import { PreparedReads } from './database/prepared-reads.service.js';
import { Readiness } from './process/readiness.js';
import { Metrics } from './metrics/metrics.js';
import { Stopping } from './process/stopping.js';
import { BankDays } from './time/bank-days.service.js';
import { CONFIG } from './config/config.token.js';
import { CLOCK, systemClock } from './time/clock.js';

/** Provides what every feature needs: configuration, clock, calendar, database, metrics and readiness. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: CONFIG, useFactory: () => readConfig(process.env) },
    { provide: CLOCK, useValue: systemClock },
    BankDays,
    Metrics,
    PersonalData,
    PreparedReads,
    Readiness,
    Stopping,
  ],
  exports: [CONFIG, CLOCK, BankDays, Metrics, PersonalData, PreparedReads, Readiness, Stopping],
})
export class PlatformModule {
  /** Creates the module for an application that needs `migrations` to have run. Import it once per application. */
  static forRoot(migrations: Migrations): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: (config: Config) => ({
            ...databaseOptions(config.databaseUrl, migrations),
            autoLoadEntities: true,
            retryAttempts: 3,
          }),
        }),
      ],
    };
  }
}
