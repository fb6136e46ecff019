import { describe, expect, it } from '@jest/globals';
import { containsSsn } from './ssn.js';

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
