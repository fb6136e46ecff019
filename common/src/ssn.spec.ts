import { describe, expect, it } from '@jest/globals';
import { formatSsn, maskSsn, parseSsn } from './ssn.js';

describe('parseSsn', () => {
  it('accepts nine digits with or without dashes [KYC-5]', () => {
    expect(parseSsn('123-45-6789')).toBe('123456789');
    expect(parseSsn('123456789')).toBe('123456789');
  });

  it.each(['000-12-3456', '666-12-3456', '900-12-3456', '123-00-4567', '123-45-0000'])(
    'rejects the impossible number %s',
    (text) => {
      expect(parseSsn(text)).toBeNull();
    },
  );

  it.each(['', '123-45-678', '123-45-67890', '12a-45-6789', '１２３-45-6789'])(
    'rejects the malformed text %p [KYC-9]',
    (text) => {
      expect(parseSsn(text)).toBeNull();
    },
  );
});

describe('formatSsn and maskSsn', () => {
  it('show the full number with dashes, or only the last four digits [KYC-5, KYC-24]', () => {
    expect(formatSsn('123456789')).toBe('123-45-6789');
    expect(maskSsn('123456789')).toBe('***-**-6789');
  });
});
