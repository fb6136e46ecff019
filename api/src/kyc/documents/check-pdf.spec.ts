import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { checkPdf } from './check-pdf.js';

const file = (body: string): Buffer => Buffer.from(`%PDF-1.7\n${body}\n%%EOF\n`, 'latin1');
const stream = (entries: string, body: Buffer): string =>
  `5 0 obj << ${entries} >> stream\n${body.toString('latin1')}\nendstream endobj`;
const deflated = (text: string): Buffer => deflateSync(Buffer.from(text));

describe('checkPdf', () => {
  it.each([
    ['pages', '1 0 obj << /Type /Catalog >> endobj'],
    ['a page to open at', '1 0 obj << /OpenAction[3 0 R /Fit] >> endobj'],
    ['text and fonts that look like code', stream('', Buffer.from('(/JS (x) /XFA 1) Tj'))],
    ['compressed objects', stream('/Type /ObjStm /Filter /FlateDecode', deflated('1 0 << /Font 2 0 R >>'))],
    [
      'objects in a stream that is not compressed',
      stream('/Type/ObjStm', Buffer.from('1 0 << /Font 2 0 R >>')),
    ],
    ['metadata', '1 0 obj << /EncryptMetadata false >> endobj'],
  ])('accepts %s', (_, body) => {
    expect(() => checkPdf(file(body))).not.toThrow();
  });

  it.each([
    ['a script', '1 0 obj << /S /JavaScript >> endobj', /active content/],
    ['a script by its short name', '1 0 obj << /JS(x) >> endobj', /active content/],
    ['an escaped name', '1 0 obj << /#4aS 2 0 R >> endobj', /active content/],
    [
      'a script among compressed objects',
      stream('/Type /ObjStm /Filter /FlateDecode', deflated('/JS 2 0 R')),
      /active/,
    ],
    [
      'a script among uncompressed objects',
      stream('/Type /ObjStm', Buffer.from('1 0 << /JS (x) >>')),
      /active content/,
    ],
    ['a long name in any stream', stream('', Buffer.from('/S /Launch')), /active content/],
    [
      'objects with a predictor',
      stream('/Type /ObjStm /Filter /FlateDecode /Predictor 12', deflated('x')),
      /checked/,
    ],
    [
      'objects compressed twice',
      stream('/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', deflated('x')),
      /checked/,
    ],
    [
      'objects with an unknown filter',
      stream('/Type /ObjStm /Filter 7 0 R', deflated('x')),
      /cannot be checked/,
    ],
    [
      'objects that do not decompress',
      stream('/Type /ObjStm /Filter /FlateDecode', Buffer.from('no')),
      /checked/,
    ],
    [
      'objects that decompress beyond the limit',
      stream('/Type /ObjStm /Filter /FlateDecode', deflateSync(Buffer.alloc(50_000_001))),
      /cannot be checked/,
    ],
    ['encryption', 'trailer << /Encrypt 5 0 R >>', /encrypted/],
    ['markup', '<script>alert(1)</script>', /more than a PDF/],
  ])('rejects %s [FILE-5]', (_, body, message) => {
    expect(() => checkPdf(file(body))).toThrow(message);
  });

  it('rejects a truncated file and a file with trailing data', () => {
    expect(() => checkPdf(Buffer.from('%PDF-1.7\n1 0 obj'))).toThrow(/damaged or incomplete/);
    expect(() => checkPdf(Buffer.concat([file(''), Buffer.from('more')]))).toThrow(/damaged or incomplete/);
    expect(() => checkPdf(Buffer.concat([file(''), Buffer.from('PK\x05\x06')]))).toThrow(/more than a PDF/);
  });

  it.each([
    ['unterminated streams', '1 0 obj << >> stream\n'],
    ['stream ends without a start', 'endstream\n'],
    ['escapes', '#41'],
    ['opening actions', '/OpenAction [ '],
  ])('checks 10 MB of %s in time', (_, piece) => {
    const large = file(piece.repeat(10_000_000 / piece.length));
    const before = process.cpuUsage();
    checkPdf(large);
    // Processor time does not depend on what else the machine does.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
