import { afterAll, expect, it } from '@jest/globals';
import { setBankTimeZone } from '@/lib/bank-time-zone';
import { formatBankTime } from '@/lib/time/bank-time';
import { bankInputToIso, isoToBankInput } from './bank-time-input';

afterAll(() => setBankTimeZone('America/New_York'));

it.each([
  ['America/New_York', '2026-11-20T21:05:00.000Z', '2026-11-20T16:05', 'Nov 20, 2026, 4:05 PM EST'],
  ['Asia/Tokyo', '2026-11-20T21:05:00.000Z', '2026-11-21T06:05', 'Nov 21, 2026, 6:05 AM GMT+9'],
])(
  'converts the date of a payment to the shown time and back, for a bank in %s [ADM-29]',
  (zone, iso, input, text) => {
    setBankTimeZone(zone);
    expect(isoToBankInput(iso)).toBe(input);
    expect(bankInputToIso(input)).toBe(iso);
    expect(formatBankTime(iso).replace(/\s/g, ' ')).toBe(text);
  },
);

it('converts an empty field to no date, and an invalid date to an empty field', () => {
  expect(bankInputToIso('')).toBeUndefined();
  expect(isoToBankInput('soon')).toBe('');
});
