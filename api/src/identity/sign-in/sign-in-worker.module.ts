import { Module } from '@nestjs/common';
import { ExpiredAuthData } from './expired-auth-data.service.js';

export { ExpiredAuthData };

/** The part of authentication that runs in the worker. */
@Module({ providers: [ExpiredAuthData] })
export class AuthWorkerModule {}
