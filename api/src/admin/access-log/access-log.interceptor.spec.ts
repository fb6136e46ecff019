import { Reflector } from '@nestjs/core';
import { Controller, Get, Logger, Post, type ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, of } from 'rxjs';
import { ForAdmins, ForSignedIn } from '../../http/access.js';
import { ShowsNobody } from '../../http/records-access.js';
import { AccessLogInterceptor } from './access-log.interceptor.js';
import type { AccessLog } from './access-log.service.js';

Logger.overrideLogger(false);

@ForAdmins('customers:read')
@Controller()
class Routes {
  @Get()
  undeclared(): void {}

  @Get()
  @ShowsNobody('a number')
  declared(): void {}

  @Post()
  change(): void {}

  @Get()
  @ForSignedIn()
  ofCustomers(): void {}
}

const HANDLERS = Routes.prototype as unknown as Record<keyof Routes, () => void>;
const log: Pick<AccessLog, 'record'> = { record: () => Promise.reject(new Error('nothing to enter')) };

function call(name: keyof Routes, method: string): Promise<unknown> {
  const interceptor = new AccessLogInterceptor(new Reflector(), log as AccessLog, () => new Date());
  const context = {
    getHandler: () => HANDLERS[name],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => ({ method }) }),
  } as unknown as ExecutionContext;
  return new Promise((resolve) =>
    resolve(lastValueFrom(interceptor.intercept(context, { handle: () => of('ok') }))),
  );
}

describe('a read of admins that does not declare what it shows', () => {
  it.each(['GET', 'HEAD'])('is refused, with %s [LOG-2]', async (method) => {
    await expect(call('undeclared', method)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    ['declared', 'GET'],
    ['change', 'POST'],
    ['ofCustomers', 'GET'],
  ] as const)('is not the case for %s, which is let through [LOG-2]', async (name, method) => {
    await expect(call(name, method)).resolves.toBe('ok');
  });
});
