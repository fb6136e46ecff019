import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { PhoneNumber } from './phone-number.js';

class Body {
  @PhoneNumber('missing')
  phoneNumber: string;
}

function messageFor(phoneNumber: unknown): string | undefined {
  const [error] = validateSync(plainToInstance(Body, { phoneNumber }), { stopAtFirstError: true });
  return Object.values(error?.constraints ?? {})[0];
}

describe('PhoneNumber', () => {
  it('replaces the separators in a pasted number with plain ones [TRF-50]', () => {
    const phoneNumber = '\u202a+1\u00a0(415)\u00a0555\u20110142\u202c';
    expect(messageFor(phoneNumber)).toBeUndefined();
    expect(plainToInstance(Body, { phoneNumber }).phoneNumber).toBe('+1 (415) 555-0142');
  });

  it.each(['5550100', '+1 (415) 555-0100', ' +44.20.7946.0000 ', '(415) 555-0100', '123456789012345'])(
    'accepts %p [REG-5]',
    (number) => expect(messageFor(number)).toBeUndefined(),
  );

  it.each(['', '  ', undefined, null, 5550100, ['5550100']])('reports %p as missing', (number) =>
    expect(messageFor(number)).toBe('missing'),
  );

  it.each([
    '555010',
    '1234567890123456',
    '+',
    'call me',
    '++15550100',
    '１２３４５６７',
    `555${'-'.repeat(40)}0100`,
  ])('rejects %p [REG-5]', (number) => expect(messageFor(number)).toMatch(/valid phone number|at most 32/));

  it('rejects long input quickly', () => {
    const before = process.cpuUsage();
    messageFor(`${'1 ()-.'.repeat(20_000)}x`);
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});
