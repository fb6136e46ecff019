import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { HttpClient, query, use, useMailingBank } from '../harness/index.js';
import { newPerson, register } from '../identity/auth.fixtures.js';
import { KYC, requestTransfer, TRANSFER, userIdOf } from '../payments/money.fixtures.js';
import { existingIds, kindOfIds } from './contract.fixtures.js';
import { OpenApi } from './openapi.fixtures.js';
import { RequestGenerator } from './requests.fixtures.js';
import { HIDDEN_LABEL } from './values.fixtures.js';

const HIDDEN = '\u202e\u200b\u2800\u3164\u2066\u00ad';
const RULE = 'This name has hidden characters. Please type it instead of pasting it';

const bank = useMailingBank();
const visitor = use(() => new HttpClient(bank.api.baseUrl));

/** Returns the columns that contain one of these characters, in any row. */
async function columnsWith(characters: string): Promise<string[]> {
  const { superUrl } = bank.database;
  const columns = await query<{ table: string; column: string }>(
    superUrl,
    `select table_name as "table", column_name as "column" from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'json', 'jsonb', 'ARRAY')`,
  );
  const searches = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as found where exists (select 1 from "${table}" where "${column}"::text ~ $1)`,
  );
  const rows = await query<{ found: string }>(superUrl, searches.join(' union all '), [`[${characters}]`]);
  return rows.map(({ found }) => found);
}

describe('hidden characters', () => {
  it('are not stored by any route, in any field [REG-40, REG-41]', async () => {
    const api = new OpenApi();
    const options = { seed: 20_261_126, valid: 0, suspect: Infinity };
    const ids = await existingIds(bank);
    const generator = new RequestGenerator(api, { ...options, idsFor: (route) => ids[kindOfIds(route)] });
    const accepted = new Set<string>();
    for (const route of api.routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const client = route.path.startsWith('/api/admin/')
        ? bank.admin
        : route.isPublic
          ? visitor
          : bank.alice;
      const requests = generator.requestsFor(route).filter(({ label }) => label.includes(HIDDEN_LABEL));
      for (const { address, body, headers, label } of requests) {
        await query(bank.database.superUrl, 'delete from attempt');
        const { status } = await client.send(route.method, address, body, { headers });
        expect([route.name, label, status < 500]).toEqual([route.name, label, true]);
        if (status < 400) accepted.add(label.replace(/^body: /, '').replace(`: ${HIDDEN_LABEL}`, ''));
      }
    }
    expect([...accepted]).toEqual(
      expect.arrayContaining(['purpose', 'message', 'description', 'adminNotes', 'reason']),
    );
    expect(await columnsWith(HIDDEN)).toEqual([]);
  });

  it.each(['firstName', 'lastName'])(
    'are refused in a %s, except those that real writing systems need [REG-40]',
    async (field) => {
      const refused = await register(visitor, newPerson({ [field]: 'Ada\u202e' }));
      expect(refused).toMatchObject({ status: 400, body: { message: RULE, fields: [field] } });
      const persian = await register(
        new HttpClient(bank.api.baseUrl),
        newPerson({ [field]: 'علی\u200cرضا' }),
      );
      expect(persian.status).toBe(201);
    },
  );

  it('are refused in the name of a company and of the recipient of an incoming payment [REG-40]', async () => {
    const application = { ...KYC, accountType: 'business', companyName: 'Acme\u2066' };
    expect(await bank.alice.post('/api/kyc/create', application)).toMatchObject({
      status: 400,
      body: { message: RULE, fields: expect.arrayContaining(['companyName']) },
    });
    const payment = { userId: await userIdOf(bank.alice), amount: 1, recipientName: 'Ada\u200b' };
    expect(await bank.admin.post('/api/admin/incoming-payments', payment)).toMatchObject({
      status: 400,
      body: { message: RULE, fields: ['recipientName'] },
    });
  });

  it("are refused in a recipient's name and dropped from a purpose [REG-40, REG-41]", async () => {
    const name = 'ehT .Balanced \u202e$1,000.00';
    expect(await requestTransfer(bank.alice, { recipientName: name })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: RULE, fields: ['recipientName'] },
    });
    expect(await requestTransfer(bank.alice, { recipientName: '\u3164\u2800' })).toMatchObject({
      status: 400,
      body: { message: 'Please fill in all required fields', fields: ['recipientName'] },
    });
    const accepted = await requestTransfer(bank.alice, { purpose: `\ufeffGro${HIDDEN}cery\u200d ❤\ufe0f ` });
    expect(accepted).toMatchObject({ status: 201, body: { purpose: 'Grocery\u200d ❤\ufe0f' } });
    expect((await requestTransfer(bank.alice, { purpose: `${HIDDEN}\u200d` })).status).toBe(400);
  });

  it('are not a chat message on their own [REG-41, CHAT-2]', async () => {
    expect(await bank.alice.post('/api/chat/send', { message: ` ${HIDDEN}\u200d\u200e\n` })).toMatchObject({
      status: 400,
      body: { message: 'Please enter a message' },
    });
    const message = 'Line one\n👩‍👩‍👧 علی\u200cرضا';
    expect(await bank.alice.post('/api/chat/send', { message: `${message}${HIDDEN}` })).toMatchObject({
      status: 201,
      body: { message },
    });
  });

  it("are accepted in a repeat of a request that an earlier release accepted, but do not appear in the timeline's sentences [REG-40, REG-42, LED-5]", async () => {
    const { superUrl } = bank.database;
    const key = randomUUID();
    const first = await requestTransfer(bank.alice, { purpose: 'Rent' }, key);
    expect(first.status).toBe(201);
    const fields = { recipientName: 'Corner\u202e Greens', purpose: 'Re\u200bnt' };
    // Stores the fingerprint and the texts that an earlier release would have stored for this request.
    await query(superUrl, 'update ledger_idempotency_key set fingerprint = $1 where key = $2', [
      fingerprintOf({ ...TRANSFER, ...fields }),
      key,
    ]);
    await query(
      superUrl,
      'update ledger_transaction_text set recipient_name = $2, purpose = $3 where transaction_id = $1',
      [first.body.id, fields.recipientName, fields.purpose],
    );
    const repeated = await requestTransfer(bank.alice, fields, key);
    expect(repeated).toMatchObject({ status: 201, body: { id: first.body.id, ...fields } });
    expect(repeated.headers.get('idempotent-replay')).toBe('true');

    const { body } = await bank.alice.get<{ timeline: { text: string }[] }>(
      `/api/transactions/${first.body.id}`,
    );
    expect(body.timeline[0]?.text).toBe(
      'You asked to send $10.00 to \u2068Corner Greens\u2069. We put the amount on hold.',
    );
  });
});

/** Computes the fingerprint as the API does: from method, path and body with sorted keys. */
function fingerprintOf(body: object): string {
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(['POST', '/api/transfer/request', JSON.stringify(sorted)].join('\n'))
    .digest('base64url');
}
