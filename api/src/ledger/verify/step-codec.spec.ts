import { expect, it } from '@jest/globals';
import type { StatusStep } from '../domain/transaction-step.js';
import { dataViewOf } from '../../platform/database/data-view-of.js';
import { decodeStep, StepEncoder } from './step-codec.js';

const STEP: Omit<StatusStep, 'bankDay'> = {
  step: 'status-changed',
  transactionId: '10000000-0000-4000-8000-000000000001',
  accountId: 'a0000000-0000-4000-8000-00000000000a',
  position: 5,
  recordedAt: new Date('2026-01-05T15:00:00.000Z'),
  kind: 'transfer',
  from: 'pending',
  to: 'failed',
  amountCents: 100,
  pairId: null,
  feeCents: null,
};

it.each([null, '2026-01-05', '2019-12-31', '1987-06-24', '0001-10-30', '9999-12-31'])(
  'step codec round-trips the bank day %s',
  (bankDay) => {
    const encoder = new StepEncoder();
    expect(encoder.encode({ ...STEP, bankDay })).toBeNull();
    expect(decodeStep(encoder.bytes, dataViewOf(encoder.bytes), 0)).toMatchObject({ bankDay });
  },
);
