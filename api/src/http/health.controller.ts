import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from './access.js';
import { AppError } from './app-error.js';
import { Readiness } from '../platform/process/readiness.js';

/** Health checks for operators: `/healthz` reports liveness, `/readyz` readiness (OPS-2). */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Public()
  @Get('healthz')
  @HttpCode(200)
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Public()
  @Get('readyz')
  async readyz(): Promise<{ status: 'ok' }> {
    if ((await this.readiness.problem()) !== null) throw new AppError('UNAVAILABLE');
    return { status: 'ok' };
  }
}
