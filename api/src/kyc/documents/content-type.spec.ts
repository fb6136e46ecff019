import { describe, expect, it } from '@jest/globals';
import { detectType } from './content-type.js';

describe('detectType', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
    ['image/gif', 'GIF89a'],
    ['application/pdf', '%PDF-1.4'],
  ])('detects %s [FILE-3]', (type, start) => {
    expect(detectType(Buffer.from(start, 'latin1'))).toBe(type);
  });

  it.each(['', 'GIF', 'RIFF\x10\x00\x00\x00WAVE', ' %PDF-1.4', '<svg/>', '<html>', 'PK\x03\x04', 'BM'])(
    'returns null for %p',
    (start) => {
      expect(detectType(Buffer.from(start, 'latin1'))).toBeNull();
    },
  );
});
