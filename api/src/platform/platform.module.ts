import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { readConfig, type Config } from './config/config.js';
import { databaseOptions } from './database/data-source.js';

/** Injection token of the `Config`. */
export const CONFIG = Symbol('Config');

/** Injection token of the clock: `() => Date`. */
export const CLOCK = Symbol('Clock');
export type Clock = () => Date;

/** What every feature stands on: configuration, clock and database. */
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
  ],
  exports: [CONFIG, CLOCK],
})
export class PlatformModule {}
