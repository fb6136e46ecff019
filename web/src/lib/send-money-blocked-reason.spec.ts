import { expect, it } from '@jest/globals';
import type { AccountSummary } from './api/types';
import { FROZEN, sendMoneyBlockedReason } from './send-money-blocked-reason';

const REJECTED = 'Your KYC application was rejected. Submit a new application to send money.';
const INCOMPLETE = 'Complete account setup to send money';

it.each([
  ['without a request', 'approved', undefined, INCOMPLETE],
  ['with an approved request', 'approved', 'approved', null],
  ['whose approval was withdrawn', 'approved', 'rejected', INCOMPLETE],
  ['whose KYC application was rejected', 'rejected', 'approved', REJECTED],
])('a customer %s can send money or is told why not [TRF-12, KYC-22]', (_name, kyc, status, reason) => {
  const accountRequest = status === undefined ? null : { status, accountNumber: '482915306' };
  const summary = { kyc: { status: kyc }, accountRequest } as AccountSummary;
  expect(sendMoneyBlockedReason(summary, { status: 'active' })).toBe(reason);
  expect(sendMoneyBlockedReason(summary, { status: 'frozen' })).toBe(FROZEN);
});
