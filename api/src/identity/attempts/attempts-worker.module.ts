import { Module } from '@nestjs/common';
import { FailedSignInRecorder } from './failed-sign-in-recorder.js';

export { FailedSignInRecorder };

/** Records failed sign-ins in the access log, in the worker. */
@Module({ providers: [FailedSignInRecorder] })
export class AttemptsWorkerModule {}
