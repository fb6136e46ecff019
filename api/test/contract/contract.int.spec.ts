import { beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../src/http/app-error.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { useBank, useMailingBank } from '../harness/index.js';
import { findViolations, NEEDS_MORE } from './contract.fixtures.js';
import { OpenApi, type Route, type Schema } from './openapi.fixtures.js';

describe('every route', () => {
  const bank = useMailingBank();

  it('keeps its contract for generated requests from each role [ERR-6]', async () => {
    const size = { seed: 20_261_123, valid: 2, suspect: 6, otherRoles: 1 };
    const { violations, requests, neverAccepted } = await findViolations(bank, size);
    expect(violations).toEqual([]);
    expect(requests).toBeGreaterThan(700);
    expect(neverAccepted.filter((route) => NEEDS_MORE[route] === undefined)).toEqual([]);
  });
});

describe('the documented API', () => {
  const bank = useBank();
  let customerId: string;
  beforeAll(async () => {
    customerId = await userIdOf(bank.alice);
  });

  const refused = (field: string) => ({ status: 400, body: { code: 'VALIDATION_FAILED', fields: [field] } });

  it('refuses null for an optional field that is not nullable [ERR-6]', async () => {
    expect(await bank.alice.post('/api/objects/upload', { bytes: null })).toMatchObject(refused('bytes'));
    const balance = { accountBalance: 10, reason: null };
    expect(await bank.admin.put(`/api/admin/users/${customerId}/balance`, balance)).toMatchObject(
      refused('reason'),
    );
  });

  it('counts the spaces around text toward its maximum length [ERR-6]', async () => {
    const message = 'x'.repeat(4000);
    expect(await bank.alice.post('/api/chat/send', { message: ` ${message}` })).toMatchObject(
      refused('message'),
    );
    expect(await bank.alice.post('/api/chat/send', { message })).toMatchObject({ status: 201 });
    expect(await bank.alice.post('/api/chat/send', { message: ' hello ' })).toMatchObject({
      status: 201,
      body: { message: 'hello' },
    });
  });

  it.each(['decisions', 'decisions/preview'])(
    'refuses a list in place of an item in a request to %s [ERR-6]',
    async (route) => {
      const body = { status: 'pending', items: [[]] };
      expect(await bank.admin.post(`/api/admin/transactions/${route}`, body)).toMatchObject(refused('items'));
    },
  );

  it.each(['0', '1.5', 'x', '9223372036854775808', '99999999999999999999'])(
    'responds with 404 for a checkpoint at position %s [ERR-3]',
    async (position) => {
      expect(await bank.admin.get(`/api/admin/checkpoints/${position}/file`)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    },
  );

  it('documents every error code, except the one that only TRACE requests get [ERR-6]', () => {
    const unnamed = Object.keys(ERRORS).filter((code) => !new OpenApi().errorCodes.has(code));
    // Only TRACE requests get this code, and the OpenAPI document has no TRACE operations.
    expect(unnamed).toEqual(['METHOD_NOT_ALLOWED']);
  });

  it('documents the fields of every JSON response, because the API sends only documented fields [ERR-6]', () => {
    const api = new OpenApi();
    const hasFields = (schema: Schema): boolean => {
      const { items, properties } = api.resolve(schema);
      return items === undefined ? properties !== undefined : hasFields(items);
    };
    const answersOf = ({ responses }: Route): Schema[] =>
      [...responses].flatMap(([status, content]) =>
        // Leaves out 202, the response for a proposal, because its body is an error body.
        [200, 201].includes(status) ? (content['application/json']?.schema ?? []) : [],
      );
    const unnamed = api.routes.filter((route) => !answersOf(route).every(hasFields));
    // Passkey options have a format that browsers define.
    expect(unnamed.map(({ name }) => name)).toEqual([
      'POST /api/auth/confirm/passkey-options',
      'POST /api/auth/factor/passkey-options',
      'POST /api/user/factors/passkeys/options',
    ]);
  });

  it('returns a user without internal cursor fields [ERR-6]', async () => {
    const { body } = await bank.admin.get<object>(`/api/admin/users/${customerId}`);
    expect(Object.keys(body)).not.toContain('cursorId');
    expect(Object.keys(body)).not.toContain('cursorValue');
  });
});
