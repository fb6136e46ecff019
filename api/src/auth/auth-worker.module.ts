import { Module } from '@nestjs/common';
import { ExpiredAuthData } from './expired-auth-data.service.js';

export { ExpiredAuthData };

/** What authentication needs from the worker. */
@Module({ providers: [ExpiredAuthData] })
export class AuthWorkerModule {}
