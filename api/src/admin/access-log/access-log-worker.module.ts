import { Module } from '@nestjs/common';
import { FailedSignInRecorder } from '../../identity/attempts/failed-sign-in-recorder.js';

export { FailedSignInRecorder };

/** The access log in the worker: failed sign-ins. */
@Module({ providers: [FailedSignInRecorder] })
export class AccessLogWorkerModule {}
