import { Module } from '@nestjs/common';
import { UsersModule } from '../../identity/users/users.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { ChangePlanHandler } from './change-plan.handler.js';
import { MakePlanHandler } from './make-plan.handler.js';
import { PlanRunner } from './plan-runner.service.js';
import { PlansController } from './plans.controller.js';
import { Plans } from './plans.service.js';
import { RecordRunHandler } from './record-run.handler.js';

export { PlanRunner };

@Module({
  imports: [TransfersModule, UsersModule],
  controllers: [PlansController],
  providers: [ChangePlanHandler, MakePlanHandler, PlanRunner, Plans, RecordRunHandler],
})
export class PlansModule {}
