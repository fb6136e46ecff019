import { describe, expect, it } from '@jest/globals';
import { formatSsn, maskSsn, containsSsn, parseSsn } from './ssn.js';

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

describe('containsSsn', () => {
  it.each([
    ...['SSN 123-45-6789 is unreadable', '123 45 6789', 'x123456789x', '123.45.6789', '123_45_6789'],
    ...['123, 45, 6789', '123\u200b45\u200b6789', '１２３-４５-６７８９', '①②③④⑤⑥⑦⑧⑨', '𝟭𝟮𝟯-𝟰𝟱-𝟲𝟳𝟴𝟵'],
    ...['١٢٣-٤٥-٦٧٨٩', '१२३ ४५ ६७८९', '123 – group 45 – 6789'],
  ])('finds the SSN in %p [KYC-23]', (text) => {
    expect(containsSsn(text, '123456789')).toBe(true);
  });

  it.each(['ends in 6789', '123-45-6788', ''])('does not find the SSN in %p', (text) => {
    expect(containsSsn(text, '123456789')).toBe(false);
  });
});
