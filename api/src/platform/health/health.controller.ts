import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Public } from '../http/access.js';
import { AppError } from '../http/app-error.js';

/** For whoever runs the process: is it alive, and can it serve? */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  @Public()
  @Get('healthz')
  @HttpCode(200)
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Public()
  @Get('readyz')
  async readyz(): Promise<{ status: 'ok' }> {
    try {
      await this.dataSource.query('select position from ledger_head');
    } catch {
      throw new AppError('UNAVAILABLE');
    }
    return { status: 'ok' };
  }
}
