import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../http/app-error.js';
import { sanitizePdf } from './sanitize-pdf.js';

interface Parts {
  readonly catalog?: string;
  readonly page?: string;
  readonly annotation?: string;
  readonly objects?: string;
}

const SHAPE = '/Type /Annot /Subtype /Link /Rect [0 0 9 9]';

/** A document of one page with one annotation. */
function document({ catalog = '', page = '', annotation = SHAPE, objects = '' }: Parts): Buffer {
  const text = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [5 0 R] ${page} >> endobj
4 0 obj << /Length 21 >> stream
0 0 m 100 100 l S % JS
endstream endobj
5 0 obj << ${annotation} >> endobj
${objects}
trailer << /Root 1 0 R /Size 20 >>
startxref
0
%%EOF
`;
  return Buffer.from(text, 'latin1');
}

const link = (action: string): Parts => ({ annotation: `${SHAPE} /A << ${action} >>` });
const sanitized = async (parts: Parts): Promise<string> =>
  Buffer.from(await sanitizePdf(document(parts))).toString('latin1');

function objectStream(contents: string): string {
  const body = deflateSync(Buffer.from(contents)).toString('latin1');
  return `8 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >> stream\n${body}\nendstream endobj`;
}

describe('sanitizePdf', () => {
  const active: readonly [string, Parts][] = [
    ['a link to another document', link('/S /GoToR /F (other.pdf) /D [0 /Fit]')],
    ['a link into an embedded document', link('/S /GoToE /T << /R /C /N (evil) >>')],
    ['a link that starts a program', link('/S /Launch /F (cmd.exe)')],
    ['a link that runs a script', link('/S /JavaScript /JS (app.alert(1))')],
    ['a link that sends a form', link('/S /SubmitForm /F (https://evil.example)')],
    ['a link that imports data', link('/S /ImportData /F (x.fdf)')],
    ['a link that hides fields', link('/S /Hide /T (field)')],
    ['a link that plays media', link('/S /Rendition /OP 0')],
    ['an action after a harmless one', link('/S /GoTo /D [3 0 R /Fit] /Next [<< /S /GoToR /F (x) >>]')],
    ['an action type of its own object', { ...link('/S 9 0 R'), objects: '9 0 obj /GoToR endobj' }],
    ['an action by escaped names', link('/#53 /#47oToR /F (x)')],
    ['an action in an object stream', { objects: objectStream('9 0 << /S /GoToR /F (x) >>') }],
    ['additional actions of a page', { page: '/AA << /O << /S /URI /URI (https://evil.example) >> >>' }],
    ['additional actions of an annotation', { annotation: `${SHAPE} /AA << /E 9 0 R >>` }],
    [
      'additional actions of the document',
      { catalog: '/AA 9 0 R', objects: '9 0 obj << /WC 8 0 R >> endobj' },
    ],
    ['an attached file', { annotation: '/Type /Annot /Subtype /FileAttachment /FS 9 0 R' }],
    ['a movie', { annotation: '/Type /Annot /Subtype /Movie' }],
    [
      'a file specification with a file',
      { objects: '9 0 obj << /Type /Filespec /EF << /F 8 0 R >> >> endobj' },
    ],
    ['a tree of embedded files', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }],
    ['a portfolio', { catalog: '/Collection << /View /T >>' }],
    ['a script as a stream', { objects: '9 0 obj << /JS 4 0 R >> endobj' }],
    ['a stream of another file', { objects: '9 0 obj << /Length 0 /F (x) >> stream\n\nendstream endobj' }],
  ];

  it.each(active)('rejects %s [FILE-5]', async (_, parts) => {
    await expect(sanitizePdf(document(parts))).rejects.toThrow(/^The PDF has active content/);
  });

  const unreadable: readonly [string, Parts][] = [
    ['an object that is only a reference', { objects: '9 0 obj 5 0 R endobj' }],
    ['an object that cannot be parsed', { objects: '9 0 obj << /A >> >> endobj' }],
    ['arrays in arrays in arrays', { objects: `9 0 obj ${'['.repeat(200_000)} endobj` }],
  ];

  it.each(unreadable)('rejects %s [FILE-5]', async (_, parts) => {
    await expect(sanitizePdf(document(parts))).rejects.toThrow(/^The PDF cannot be checked/);
  });

  it('rejects a document without a catalog', async () => {
    await expect(sanitizePdf(Buffer.from('%PDF-1.7\ntrailer << >>\n%%EOF\n'))).rejects.toThrow(AppError);
  });

  it('removes links to the web and keeps the rest of the document [FILE-5]', async () => {
    const text = await sanitized({
      ...link('/S /URI /URI (https://evil.example/1)'),
      catalog: '/Outlines << /Title (Chapter) /A 9 0 R >>',
      objects: '9 0 obj << /S /URI /URI (https://evil.example/2) >> endobj',
    });
    expect(text).not.toContain('evil.example');
    expect(text).toContain('0 0 m 100 100 l S');
    expect(text).toMatch(/\/Subtype \/Link/);
    expect(text).toMatch(/\(Chapter\)/);
  });

  it.each([
    ['links within the document', link('/S /GoTo /D [3 0 R /Fit]'), /\/S \/GoTo/],
    [
      'the structure of a tagged document',
      { catalog: '/StructTreeRoot << /K << /S /Link /A << /O /Layout >> >> >>' },
      /\/O \/Layout/,
    ],
    [
      'a font with the name of a key',
      { page: '/Resources << /Font << /AA << /Type /Font /Subtype /Type1 >> >> >>' },
      /\/AA/,
    ],
  ] satisfies [string, Parts, RegExp][])('keeps %s', async (_, parts, kept) => {
    expect(await sanitized(parts)).toMatch(kept);
  });

  it('writes only what it has checked: no replaced objects and nothing between objects', async () => {
    const text = await sanitized({
      objects: '6 0 obj (replaced) endobj\n% remark\n6 0 obj (current) endobj',
    });
    expect(text).toContain('(current)');
    expect(text).not.toMatch(/replaced|remark/);
  });

  it('accepts its own result, with and without object streams', async () => {
    for (const objects of ['', objectStream('9 0 << /Type /Font >>')]) {
      const once = Buffer.from(await sanitizePdf(document({ objects })));
      await expect(sanitizePdf(once)).resolves.toBeDefined();
    }
  });

  it('ends soon with a result or a refusal for damaged documents', async () => {
    const random = pseudoRandom(20_261_123);
    const original = document({
      ...link('/S /GoTo /D [3 0 R /Fit]'),
      objects: objectStream('9 0 << /Type /Font >>'),
    });
    for (let round = 0; round < 400; round += 1) {
      const before = process.cpuUsage();
      const error: unknown = await sanitizePdf(mutated(original, random)).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error === null || error instanceof AppError).toBe(true);
      // Processor time does not depend on what else the machine does.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    }
  });
});

type Random = (below: number) => number;

/** Numbers that are the same in each run. */
function pseudoRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  'stream',
  'endstream',
  'endobj',
  '9 0 obj',
  '1 0 R',
  '/Length 99999999',
];

/** Changes, removes, repeats and inserts a few pieces. */
function mutated(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original);
  for (let count = 1 + random(6); count > 0; count -= 1) {
    const at = random(bytes.length - 8);
    const to = at + random(Math.min(200, bytes.length - 8 - at));
    const [head, middle, tail] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    const piece = Buffer.from(PIECES[random(PIECES.length)] ?? '');
    const variants = [
      [head, Buffer.from([random(256)]), bytes.subarray(at + 1)],
      [head, tail],
      [head, middle, middle, tail],
      [head, piece, tail],
      [head, piece, middle, tail],
    ];
    bytes = Buffer.concat(variants[random(variants.length)] ?? []);
  }
  return bytes;
}
