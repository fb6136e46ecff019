import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { requestTransfer, setAvailableBalance, userIdOf } from '../payments/money.fixtures.js';
import { query, runCli, useBank } from '../harness/index.js';
import { executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

const bank = useBank();
const { admin, alice, bob, database } = bank;

interface StoredHalf {
  readonly position: string;
  readonly payload: string;
  readonly version: number;
}

/** The two events of a completed transfer: the completion and the payment to the recipient. */
let halves: [transfer: StoredHalf, payment: StoredHalf];

interface Finding {
  readonly check: string;
  readonly position: number | null;
  readonly what: string;
}

async function findings(): Promise<Finding[]> {
  const { stdout } = await runCli(['verify', '--json'], { database });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

/** Replaces an event's payload and recomputes all hashes, so the event looks valid on its own. */
async function rewrite({ position }: StoredHalf, payload: object | string, version: number): Promise<void> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  await executeWithoutTriggers(
    database,
    `update ledger_event set payload = '${text}', payload_version = ${version} where position = ${position}`,
  );
  await rechainLog(database);
}

const parsed = ({ payload }: StoredHalf) => JSON.parse(payload) as Record<string, unknown>;

beforeAll(async () => {
  await setAvailableBalance(admin, alice, 500_00);
  const [numbers] = await query<{ account: string; routing: string }>(
    database.superUrl,
    `select account_number as account, routing_number as routing from account_request where user_id = $1`,
    [await userIdOf(bob)],
  );
  const recipient = { recipientAccount: numbers?.account, recipientRouting: numbers?.routing };
  const { body } = await requestTransfer(alice, { ...recipient, amount: 100 });
  const { status } = await admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'completed' });
  expect(status).toBe(200);
  const stored = await query<StoredHalf>(
    database.superUrl,
    'select position, payload, payload_version as version from ledger_event order by position desc limit 2',
  );
  const [payment, transfer] = stored;
  if (payment === undefined || transfer === undefined) throw new Error('the log has no pair');
  halves = [transfer, payment];
  expect(parsed(payment)['transferId']).toBe(body.id);
  expect(await findings()).toEqual([]);
});

afterEach(async () => {
  for (const half of halves) await rewrite(half, half.payload, half.version);
  expect(await findings()).toEqual([]);
});

describe('verification of transfers between customers in a rechained log', () => {
  it('names the payment to the recipient if its transfer was changed from completed to failed [LED-82]', async () => {
    const [transfer, payment] = halves;
    await rewrite(transfer, { ...parsed(transfer), to: 'failed', entries: [] }, 1);
    const what = "it doesn't follow its transfer";
    expect(await findings()).toContainEqual({ check: 'rules', position: Number(payment.position), what });
  });

  it('names a transfer whose payment to the recipient has another amount [LED-82]', async () => {
    const [transfer, payment] = halves;
    const other = parsed(payment);
    const entries = (other['entries'] as { accountId: string; amountCents: number }[]).map((entry) => ({
      ...{ accountId: entry.accountId, amountCents: entry.amountCents * 2 },
    }));
    await rewrite(
      payment,
      { ...other, amountCents: 2 * Number(other['amountCents']), entries },
      payment.version,
    );
    const what = 'the payment that follows it has a different id, recipient or amount';
    expect(await findings()).toContainEqual({ check: 'rules', position: Number(transfer.position), what });
  });

  it('names a transfer whose payment to the recipient was turned into an ordinary payment [LED-82]', async () => {
    const [transfer, payment] = halves;
    const { transferId: _, ...plain } = parsed(payment);
    await rewrite(payment, { ...plain, textsDigest: 'd' }, 1);
    expect(await findings()).toContainEqual({
      ...{ check: 'rules', position: Number(transfer.position) },
      what: "the payment to its recipient doesn't follow it",
    });
  });

  it('names a transfer whose payment to the recipient was cut off at the end of the log [LED-82]', async () => {
    const [transfer, payment] = halves;
    const [row] = await query<Record<string, unknown>>(
      database.superUrl,
      'select to_json(ledger_event) as event from ledger_event where position = $1',
      [payment.position],
    );
    await executeWithoutTriggers(
      database,
      `delete from ledger_event where position = ${payment.position};
       update ledger_head set position = position - 1`,
    );
    await rechainLog(database);
    expect(await findings()).toContainEqual({
      ...{ check: 'rules', position: Number(transfer.position) },
      what: "the payment to its recipient doesn't follow it",
    });
    await executeWithoutTriggers(
      database,
      `insert into ledger_event select * from json_populate_record(null::ledger_event, '${JSON.stringify(row?.['event'])}');
       update ledger_head set position = position + 1`,
    );
  });
});
