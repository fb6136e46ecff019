import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressForSmtp, canGetMail, emailKey } from './email-key.js';

describe('emailKey', () => {
  it.each([
    'u@exämple.com',
    'u@exa\u0308mple.com',
    'u@xn--exmple-cua.com',
    'u@EXÄMPLE.com',
    'u@exämp\u200ble.com',
    'u@exä\u00admple\u2060.com',
    'u@exämple。com',
  ])('returns the same key for %j [REG-43]', (email) => {
    expect(emailKey(email)).toBe('u@xn--exmple-cua.com');
  });

  it.each(['ada@mail.example', "o'hara+bank@mail.example", 'a_b@exa-mple.co.uk'])(
    'returns %s unchanged [REG-43]',
    (email) => {
      expect(emailKey(email)).toBe(email);
    },
  );

  it('returns its own keys unchanged, whatever addresses they were made from [REG-43]', () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 6 })
      .map((part) => part.replaceAll('@', ''));
    fc.assert(
      fc.property(text, text, (local, domain) => {
        const key = emailKey(`${local}@${domain}.com`);
        expect(emailKey(key)).toBe(key);
      }),
    );
  });
});

describe('canGetMail', () => {
  it.each(['ada@mail.example', 'josé@exämple.com', "o'hara+bank@mail.example"])(
    'accepts %s [REG-44]',
    (email) => {
      expect(canGetMail(email)).toBe(true);
      expect(addressForSmtp(email).split('@')[1]).toMatch(/^[a-z0-9.-]+$/);
    },
  );

  it.each([
    '"sp ace"@mail.example',
    '"a@b"@mail.example',
    'a\u200bda@mail.example',
    'ada@mail\u2060.example',
  ])('refuses %j [REG-44]', (email) => {
    expect(canGetMail(email)).toBe(false);
  });
});
