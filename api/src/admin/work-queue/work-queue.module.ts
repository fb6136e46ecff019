import { Module } from '@nestjs/common';
import { WorkQueueController } from './work-queue.controller.js';
import { WorkQueue } from './work-queue.service.js';

/** The list of items waiting for admins (ADM-31). */
@Module({ controllers: [WorkQueueController], providers: [WorkQueue] })
export class WorkQueueModule {}
