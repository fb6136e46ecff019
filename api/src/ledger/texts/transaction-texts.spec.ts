import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  digestedTexts,
  digestNotes,
  digestTexts,
  newSalt,
  TEXT_FIELDS,
  type TransactionTexts,
} from './transaction-texts.js';

const TEXTS: TransactionTexts = {
  description: 'Rent',
  recipientName: 'Zoë Jones',
  recipientAccount: '12345678',
  recipientRouting: '021000021',
  purpose: 'March',
};

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');

describe("the digest of a transaction's texts", () => {
  it('is SHA-256 over the salt, a line feed and a JSON array of the fields', () => {
    const json = '["Rent","Zoë Jones","12345678","021000021","March",null,null,null,null,null,null]';
    expect(digestTexts(TEXTS, 'salt')).toBe(sha256(`salt\n${json}`));
  });

  it('has the same form for notes, but with a single field', () => {
    expect(digestNotes('Called "Zoë"', 'salt')).toBe(sha256('salt\n["Called \\"Zoë\\""]'));
  });

  it('does not depend on the order of the properties', () => {
    const reversed = Object.fromEntries(Object.entries(TEXTS).reverse()) as unknown as TransactionTexts;
    expect(digestTexts(reversed, 'salt')).toBe(digestTexts(TEXTS, 'salt'));
  });

  it('does not change when a field that the transaction lacks is added to the format', () => {
    const first = TEXT_FIELDS.slice(0, 11);
    const fields = [...first, 'added', 'another'];
    expect(digestedTexts(TEXTS, fields)).toEqual(digestedTexts(TEXTS, first));
    expect(digestedTexts({ ...TEXTS, added: 'Hi' }, fields)).toEqual([...digestedTexts(TEXTS, first), 'Hi']);
  });

  const others: [string, TransactionTexts][] = [
    ['another description', { ...TEXTS, description: 'rent' }],
    ['another purpose', { ...TEXTS, purpose: 'April' }],
    ['an additional field', { ...TEXTS, reason: '' }],
    ['two fields swapped', { ...TEXTS, recipientAccount: '021000021', recipientRouting: '12345678' }],
    ['words moved to another field', { description: 'Rent Zoë', recipientName: 'Jones' }],
  ];

  it.each(others)('changes with %s', (_change, texts) => {
    expect(digestTexts(texts, 'salt')).not.toBe(digestTexts(TEXTS, 'salt'));
  });

  it('differs between equal texts with different salts [LED-8]', () => {
    const salts = new Set(Array.from({ length: 100 }, newSalt));
    expect(salts.size).toBe(100);
    expect(new Set([...salts].map((salt) => digestTexts(TEXTS, salt))).size).toBe(100);
  });
});
