import { Module } from '@nestjs/common';
import { ExpiredAuthData } from './expired-auth-data.service.js';

export { ExpiredAuthData };

/** The part of sign-in that runs in the worker. */
@Module({ providers: [ExpiredAuthData] })
export class SignInWorkerModule {}
