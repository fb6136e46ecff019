import { describe, expect, it } from '@jest/globals';
import { ACCEPT_DOCUMENT, ACCEPT_IMAGE, recognizeType } from './document-types.js';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const media = (...brands: string[]) =>
  `\0\0\0${String.fromCharCode(12 + 4 * brands.length)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`;

describe('recognizeType', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['image/gif', 'GIF87a'],
    ['image/gif', 'GIF89a'],
    ['image/tiff', 'II*\0\x08\0\0\0'],
    ['image/tiff', 'MM\0*\0\0\0\x08'],
    ['image/tiff', 'II+\0\x08\0\0\0'],
    ['image/heic', media('heic', 'mif1', 'heic')],
    ['image/heic', media('mif1', 'heic')],
    ['image/avif', media('avif', 'mif1', 'miaf')],
    ['image/avif', media('mif1', 'miaf', 'avif')],
    ['application/pdf', '%PDF-1.4'],
  ])('recognizes %s [FILE-3]', (type, start) => {
    expect(recognizeType(bytesOf(start))).toBe(type);
  });

  it.each([
    '',
    'GIF',
    'RIFF\x10\0\0\0WAVE',
    '<svg/>',
    '<html>',
    'PK\x03\x04',
    'BM',
    'ftyp',
    media('isom', 'mp42'),
    media('qt  '),
    // Text past the end of the first box is not a brand.
    `${media('isom')}heic`,
  ])('returns null for %j [FILE-3]', (start) => {
    expect(recognizeType(bytesOf(start))).toBeNull();
  });

  it('looks for a PDF’s header in the first 1,024 bytes [FILE-3]', () => {
    expect(recognizeType(bytesOf(`${' '.repeat(1019)}%PDF-1.7`))).toBe('application/pdf');
    expect(recognizeType(bytesOf(`${' '.repeat(1020)}%PDF-1.7`))).toBeNull();
  });
});

describe('the accept attribute', () => {
  it('lists the accepted types and extensions, with PDF only for documents [KYC-8]', () => {
    for (const type of ['image/jpeg', '.jpg', 'image/heic', '.heic', '.heif', '.tif', 'image/avif']) {
      expect(ACCEPT_IMAGE.split(',')).toContain(type);
    }
    expect(ACCEPT_IMAGE).not.toContain('pdf');
    expect(ACCEPT_DOCUMENT).toBe(`${ACCEPT_IMAGE},application/pdf,.pdf`);
  });
});
