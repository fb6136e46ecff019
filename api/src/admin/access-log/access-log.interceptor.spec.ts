import { Reflector } from '@nestjs/core';
import { Controller, Get, Logger, Post, type ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, of, throwError } from 'rxjs';
import { ForAdmins, ForSignedIn } from '../../http/access.js';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { AppError, ERRORS } from '../../http/app-error.js';
import { ShowsNobody } from '../../http/records-access.js';
import type { Access } from '../../ledger/ledger.module.js';
import { AccessLogInterceptor } from './access-log.interceptor.js';
import type { AccessLog } from './access-log.service.js';
import type { ShownCustomers } from './shown-customers.service.js';

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
const CUSTOMER = 'a0000000-0000-4000-8000-0000000000f1';

interface Call {
  readonly method?: string;
  readonly role?: AdminRole;
  readonly refusal?: AppError;
}

function call(
  name: keyof Routes,
  { method = 'GET', role = 'owner', refusal }: Call,
): Promise<{ answer: unknown; entries: readonly Access[] }> {
  const entries: Access[] = [];
  const log = { record: (access: Access) => Promise.resolve(void entries.push(access)) };
  const customers = {
    ofIds: () => Promise.resolve([CUSTOMER]),
    withEvents: () => Promise.resolve(new Set()),
  };
  const interceptor = new AccessLogInterceptor(
    new Reflector(),
    log as unknown as AccessLog,
    customers as unknown as ShownCustomers,
    () => new Date(),
  );
  const request = {
    method,
    params: {},
    query: {},
    requestId: 'request',
    currentUser: { userId: 'me', role },
  };
  const context = {
    getHandler: () => HANDLERS[name],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  const handle = () => (refusal === undefined ? of('ok') : throwError(() => refusal));
  return new Promise((resolve) => resolve(lastValueFrom(interceptor.intercept(context, { handle })))).then(
    (answer) => ({ answer, entries }),
    (error: unknown) => {
      if (error === refusal || error instanceof AppError) return { answer: error, entries };
      throw error;
    },
  );
}

describe('an admin read', () => {
  it.each(['GET', 'HEAD'])(
    'with %s is refused if its route does not declare what it shows [LOG-2]',
    async (method) => {
      const { answer, entries } = await call('undeclared', { method });
      expect([answer, entries]).toMatchObject([{ code: 'FORBIDDEN' }, []]);
    },
  );

  it.each(['declared', 'ofCustomers'] as const)(
    'is let through on a route that declares what it shows or also serves customers: %s [LOG-2]',
    async (name) => {
      expect(await call(name, {})).toEqual({ answer: 'ok', entries: [] });
    },
  );
});

describe('an admin change on a route that declares nothing', () => {
  it('is recorded with the people in its response [LOG-20]', async () => {
    const { entries } = await call('change', { method: 'POST' });
    expect(entries).toMatchObject([{ action: 'change-answer', subject: CUSTOMER, count: 1 }]);
  });
});

describe('a refusal', () => {
  const message = 'This account has changed since you opened it. Its balance is now $10.00';
  const flags = { accountBalance: '$10.00', fields: ['accountBalance'] };
  const refusal = new AppError('ACCOUNT_CHANGED', message, flags);

  it("with a balance is recorded, and shown unchanged to admins who may read customers' data [LOG-21]", async () => {
    const { answer, entries } = await call('change', { method: 'PUT', role: 'payments', refusal });
    expect(answer).toBe(refusal);
    expect(entries).toMatchObject([{ action: 'refused-change', subject: CUSTOMER }]);
  });

  it("with a balance is sent without the balance, and not recorded, if the admin can't read customers' data [LOG-22]", async () => {
    const { answer, entries } = await call('change', { method: 'PUT', role: 'auditor', refusal });
    expect(answer).toMatchObject({
      code: 'ACCOUNT_CHANGED',
      message: ERRORS.ACCOUNT_CHANGED[1],
      flags: { fields: ['accountBalance'] },
    });
    expect((answer as AppError).flags).not.toHaveProperty('accountBalance');
    expect(entries).toEqual([]);
  });

  it('without details is not recorded [LOG-21]', async () => {
    const { entries } = await call('change', { method: 'PUT', refusal: new AppError('ACCOUNT_CLOSED') });
    expect(entries).toEqual([]);
  });
});
