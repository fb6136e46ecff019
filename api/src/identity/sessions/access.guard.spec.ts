import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Logger, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForAdmins, ForSignedIn, Public } from '../../http/access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { AccessGuard } from './access.guard.js';

Logger.overrideLogger(false);

class Undeclared {
  nothing(): void {}
  @Public()
  everybody(): void {}
  @ForSignedIn()
  signedIn(): void {}
  @ForAdmins('kyc:decide')
  admins(): void {}
}

@ForAdmins('events:read')
class OnlyAdmins {
  inherited(): void {}
  @Public()
  opened(): void {}
}

const SESSION = { factorAt: null, passwordAt: null, secondsLeft: 1_800 };
const CUSTOMER: AuthenticatedUser = { userId: 'u', sessionId: 's', isAdmin: false, role: null, ...SESSION };
const AUDITOR: AuthenticatedUser = {
  userId: 'b',
  sessionId: 'v',
  isAdmin: true,
  role: 'auditor',
  ...SESSION,
};
const ADMIN: AuthenticatedUser = { userId: 'a', sessionId: 't', isAdmin: true, role: 'owner', ...SESSION };

/** Returns `in` if the guard admits the caller, otherwise the error code. */
async function verdict(
  owner: new () => object,
  route: string,
  caller: AuthenticatedUser | null,
): Promise<string> {
  const request: { currentUser?: AuthenticatedUser; get: () => undefined } = { get: () => undefined };
  const handler = (owner.prototype as Record<string, () => void>)[route];
  const guard = new AccessGuard(
    new Reflector(),
    { find: () => Promise.resolve(caller) } as never,
    { read: () => ({ token: caller === null ? null : 'token', hasHint: caller !== null }) } as never,
  );
  const context = {
    getHandler: () => handler,
    getClass: () => owner,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ setHeader: () => undefined }) }),
  } as unknown as ExecutionContext;
  try {
    await guard.canActivate(context);
  } catch (error) {
    return (error as { code: string }).code;
  }
  expect(request.currentUser ?? null).toBe(caller);
  return 'in';
}

describe('AccessGuard', () => {
  it.each([
    [Undeclared, 'nothing', ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']],
    [Undeclared, 'everybody', ['in', 'in', 'in', 'in']],
    [Undeclared, 'signedIn', ['NOT_SIGNED_IN', 'in', 'in', 'in']],
    [Undeclared, 'admins', ['NOT_SIGNED_IN', 'FORBIDDEN', 'FORBIDDEN', 'in']],
    [OnlyAdmins, 'inherited', ['NOT_SIGNED_IN', 'FORBIDDEN', 'in', 'in']],
    [OnlyAdmins, 'opened', ['in', 'in', 'in', 'in']],
  ])('lets only the declared callers into %p.%s [SEC-1]', async (owner, route, expected) => {
    const verdicts = [];
    for (const caller of [null, CUSTOMER, AUDITOR, ADMIN]) verdicts.push(await verdict(owner, route, caller));
    expect(verdicts).toEqual(expected);
  });
});
