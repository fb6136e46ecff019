import { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import type { OriginalType } from '@moniker/common/document-types.js';
import {
  type ConversionLimits,
  CONVERSION_LIMITS,
} from '../../src/kyc/documents/conversion/conversion-limits.js';
import type {
  Conversion,
  ConverterSettings,
  PagePicture,
} from '../../src/kyc/documents/conversion/document-converter.js';
import { loadConverter } from '../../src/kyc/documents/conversion/load-converter.js';
import { recognizeUpload } from '../../src/kyc/documents/conversion/recognize-upload.js';
import { refusalError } from '../../src/kyc/documents/conversion/refusals.js';
import { temporaryFolder, waitFor } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled, ROOT } from '../harness/paths.js';
import { HEIC, noise, printedPdf, twoColors } from './document-files.fixtures.js';
import { pdf } from './kyc.fixtures.js';

/** Imports the compiled module, because it starts processes from a compiled file. */
const { DocumentConverter } = (await import(
  pathToFileURL(compiled('kyc/documents/conversion/document-converter.js')).href
)) as typeof import('../../src/kyc/documents/conversion/document-converter.js');

const LIMITS: ConversionLimits = { ...CONVERSION_LIMITS, startMs: 60_000, standstillMs: 120_000 };
const SETTINGS: ConverterSettings = { socketPath: null, limits: LIMITS };

interface Converted extends Conversion {
  readonly pages: PagePicture[];
}

async function convert(file: Buffer, settings = SETTINGS): Promise<Converted> {
  const pages: PagePicture[] = [];
  const conversion = await new DocumentConverter(settings).convert(
    Readable.from([file]),
    file.length,
    (page) => Promise.resolve(void pages.push(page)),
  );
  return { ...conversion, pages };
}

// The converter blocks every decoder in this process except those for documents. The tests need the SVG decoder to draw
// pictures.
await loadConverter('image/png');
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Converts within this process, because starting a process per file would take most of the time. */
async function convertHere(file: Buffer): Promise<Pick<Converted, 'originalType' | 'pages'>> {
  const { type } = await recognizeUpload(Readable.from([file])[Symbol.asyncIterator]());
  if (type === null) throw new Error('not a document');
  const pages: PagePicture[] = [];
  for await (const { tag, bytes } of (await loadConverter(type))(file)) {
    if (tag === 'refused') throw refusalError(bytes.toString());
    if (tag !== 'end') pages.push({ bytes, contentType: tag === 'png' ? 'image/png' : 'image/jpeg' });
  }
  return { originalType: type, pages };
}

const refused = (message: RegExp | string, code = 'FILE_REFUSED') =>
  ({ code, message: expect.stringMatching(message) }) as unknown as Error;

/** Node's internal method that starts a process. `envPairs` are the environment variables as `name=value`. */
interface Spawned {
  spawn(options: { readonly envPairs: readonly string[] }): number;
}
const spawned = jest.spyOn(ChildProcess.prototype as unknown as Spawned, 'spawn');
/** Returns all processes that were started in this test. */
const processes = (): ChildProcess[] => spawned.mock.contexts as unknown as ChildProcess[];
const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

beforeEach(() => void spawned.mockClear());

/** Heavily compressed noise with many pixels: a small file whose conversion takes seconds. */
const COSTLY = await noise(2000, 2000).webp({ quality: 5, effort: 0 }).toBuffer();
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('a document', () => {
  const pictures: readonly [string, () => Promise<Buffer> | Buffer, OriginalType, 'jpeg' | 'png'][] = [
    ['a JPEG', () => twoColors().jpeg().toBuffer(), 'image/jpeg', 'jpeg'],
    ['a progressive JPEG', () => twoColors().jpeg({ progressive: true }).toBuffer(), 'image/jpeg', 'jpeg'],
    ['a CMYK JPEG', () => twoColors().toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg', 'jpeg'],
    ['a PNG', () => twoColors().png().toBuffer(), 'image/png', 'png'],
    ['a 16-bit PNG', () => twoColors().toColourspace('rgb16').png().toBuffer(), 'image/png', 'png'],
    ['an interlaced PNG', () => twoColors().png({ progressive: true }).toBuffer(), 'image/png', 'png'],
    ['a PNG with a palette', () => twoColors().png({ palette: true }).toBuffer(), 'image/png', 'png'],
    ['a WebP', () => twoColors().webp().toBuffer(), 'image/webp', 'jpeg'],
    ['a lossless WebP', () => twoColors().webp({ lossless: true }).toBuffer(), 'image/webp', 'jpeg'],
    ['a GIF', () => twoColors().gif().toBuffer(), 'image/gif', 'png'],
    ['an AVIF', () => twoColors().avif().toBuffer(), 'image/avif', 'jpeg'],
    ['a TIFF', () => twoColors().tiff({ compression: 'lzw' }).toBuffer(), 'image/tiff', 'jpeg'],
    ['a tiled TIFF', () => twoColors().tiff({ tile: true }).toBuffer(), 'image/tiff', 'jpeg'],
  ];

  it.each(pictures)('is accepted as %s [FILE-3]', async (_, make, originalType, format) => {
    const { pages, originalType: type } = await convertHere(await make());
    expect(type).toBe(originalType);
    expect(pages.map(({ contentType }) => contentType)).toEqual([`image/${format}`]);
    const { data, info } = await sharp(pages[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 60, height: 40, channels: 3 });
    // Upright, the picture is red on the left and blue on the right.
    expect(data[0]).toBeGreaterThan(200);
    expect(data[info.width * 3 - 1]).toBeGreaterThan(120);
    expect(data[info.width * 3 - 3]).toBeLessThan(80);
  });

  it('is accepted as a HEIC, keeps its colors and is turned upright [FILE-3, FILE-4]', async () => {
    const { originalType, pages } = await convertHere(HEIC);
    expect(originalType).toBe('image/heic');
    const { data, info } = await sharp(pages[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 48, height: 64 });
    // Upright, the picture is blue above red. Display P3's red is outside sRGB, so its green and blue values become 0.
    expect(data[2]).toBeGreaterThan(190);
    const [red = 0, green = 0] = data.subarray(-3);
    expect(red).toBeGreaterThan(210);
    expect(green).toBeLessThan(15);
  });
});

describe('a picture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is turned upright from EXIF orientation %i, and loses its metadata [FILE-4]',
    async (orientation) => {
      // The stored pixels are the same for every orientation. Viewers turn and mirror them as the orientation says.
      const turned = await sharp(await twoColors().png().toBuffer(), { autoOrient: false })
        .withMetadata({ orientation })
        .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitudeRef: 'N' } })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer();
      const { pages } = await convertHere(turned);
      const [shown, expected] = await Promise.all([
        sharp(pages[0]?.bytes).raw().toBuffer({ resolveWithObject: true }),
        sharp(turned).autoOrient().raw().toBuffer({ resolveWithObject: true }),
      ]);
      expect(shown.info).toMatchObject({ width: expected.info.width, height: expected.info.height });
      const distance = shown.data.reduce(
        (sum, byte, at) => sum + Math.abs(byte - (expected.data[at] ?? 0)),
        0,
      );
      expect(distance / shown.data.length).toBeLessThan(4);
      const { exif, icc, xmp } = await sharp(pages[0]?.bytes).metadata();
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('is scaled down to 12 megapixels, and its file is no larger than the one that was sent [FILE-4, FILE-16]', async () => {
    const photo = await noise(4200, 2900).jpeg({ quality: 60 }).toBuffer();
    const { pages } = await convertHere(photo);
    const { width, height } = await sharp(pages[0]?.bytes).metadata();
    expect(width * height).toBeLessThanOrEqual(12_000_000);
    expect(width * height).toBeGreaterThan(11_900_000);
    expect(pages[0]?.bytes.length).toBeLessThanOrEqual(photo.length);
  });

  it('in a fax format stays black and white, and its file gets no larger [FILE-16]', async () => {
    const text = await sharp(
      Buffer.from(
        `<svg width="1700" height="2200"><rect width="1700" height="2200" fill="white"/>${Array.from(
          { length: 60 },
          (_, line) =>
            `<text x="60" y="${60 + line * 35}" font-size="28">Articles of Organization, ${line}</text>`,
        ).join('')}</svg>`,
      ),
    )
      .flatten()
      .threshold()
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const fax = await sharp(text)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer();
    const { pages } = await convertHere(fax);
    const metadata = await sharp(pages[0]?.bytes).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 1700, height: 2200 });
    expect(pages[0]?.bytes.length).toBeLessThanOrEqual(fax.length);
  });

  it('is accepted if its last tenth is missing, and refused if its second half is missing [FILE-17]', async () => {
    const whole = await noise(600, 400).jpeg({ quality: 90 }).toBuffer();
    for (const missing of [2, 200, Math.floor(whole.length / 10)]) {
      expect((await convertHere(whole.subarray(0, -missing))).pages).toHaveLength(1);
    }
    await expect(convertHere(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(
      refused(/^This file is damaged/),
    );
    // A white margin must not be mistaken for a missing part.
    const scan = await twoColors().extend({ bottom: 60, background: 'white' }).jpeg().toBuffer();
    expect((await convertHere(scan.subarray(0, -2))).pages).toHaveLength(1);
  });

  it('is refused if it has too many pixels [FILE-4]', async () => {
    const tooMany = refused(/^This picture has too many pixels/);
    // Changes the size in the header, which is all that the check reads.
    const png = await twoColors().png().toBuffer();
    png.writeUInt32BE(8000, 16);
    png.writeUInt32BE(7000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    await expect(convertHere(png)).rejects.toMatchObject(tooMany);
    const avif = await twoColors().avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(5100, size);
    avif.writeUInt32BE(5000, size + 4);
    await expect(convertHere(avif)).rejects.toMatchObject(tooMany);
    const largest = sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'white' } });
    expect((await convertHere(await largest.png({ compressionLevel: 1 }).toBuffer())).pages).toHaveLength(1);
  });

  it('keeps all its pages, but only one frame if it is animated [FILE-15]', async () => {
    const pages = [twoColors(), twoColors().negate(), twoColors().greyscale()];
    const frames = await Promise.all(pages.map((page) => page.png().toBuffer()));
    const scan = await sharp(frames, { join: { animated: true } })
      .tiff({ compression: 'deflate' })
      .toBuffer();
    expect((await convertHere(scan)).pages).toHaveLength(3);
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await convertHere(animation)).pages).toHaveLength(1);
  });
});

describe('a PDF', () => {
  /** Returns the sizes of the document's pages in pixels. */
  async function sizesOf(file: Buffer): Promise<[number, number][]> {
    const { originalType, pages } = await convertHere(file);
    expect(originalType).toBe('application/pdf');
    return Promise.all(
      pages.map(async ({ bytes }) => {
        const { width, height } = await sharp(bytes).metadata();
        return [width, height] as [number, number];
      }),
    );
  }

  it('is drawn at 150 dpi if it has up to 20 pages, at a lower resolution if it has up to 100, and refused if it has more [FILE-15]', async () => {
    expect(await sizesOf(await printedPdf({ pages: 2 }))).toEqual([
      [1275, 1650],
      [1275, 1650],
    ]);
    const long = await sizesOf(await printedPdf({ pages: 21 }));
    expect(long).toHaveLength(21);
    expect(long[20]).toEqual([879, 1138]);
    await expect(convertHere(await printedPdf({ pages: 101 }))).rejects.toMatchObject(
      refused('This document has more than 100 pages. Upload only the pages that we need.'),
    );
  });

  it('is drawn with at most 12 megapixels a page, and with about one megapixel for a small page [FILE-15]', async () => {
    const [[width, height] = [0, 0]] = await sizesOf(await printedPdf({ size: [14_400, 14_400] }));
    expect(width).toBe(height);
    expect(width * height).toBeLessThanOrEqual(12_100_000);
    expect(await sizesOf(await printedPdf({ size: [243, 153] }))).toEqual([[1260, 793]]);
    expect(await sizesOf(await printedPdf({ size: [3, 14_400] }))).toHaveLength(1);
  });

  it('with only an owner password is accepted, and one that needs a password to open is refused with advice [FILE-18]', async () => {
    const document = { ownerPassword: 'owner', permissions: {}, pdfVersion: '1.7ext3' } as const;
    expect(await sizesOf(await printedPdf({ document }))).toHaveLength(1);
    const locked = await printedPdf({ document: { ...document, userPassword: 'user' } });
    await expect(convertHere(locked)).rejects.toMatchObject(
      refused('This PDF is protected with a password. Save a copy without the password and upload that.'),
    );
  });

  it.each([
    ['scripts', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }],
    [
      'a link to a file on a network',
      { catalog: '/OpenAction << /S /GoToR /F (\\\\\\\\evil.example\\\\x) >>' },
    ],
    ['attachments', { page: '/Annots [<< /Subtype /FileAttachment /FS 9 0 R >>]' }],
    ['text before it', { before: '<html>' }],
    ['HTML after its end', { end: '<!doctype html><script>alert(1)</script>' }],
    ['a ZIP end record after its end', { end: 'PK\x05\x06' }],
  ])(
    'is converted to pictures only, without %s [FILE-5]',
    async (_, { before = '', ...parts }: Parameters<typeof pdf>[0] & { before?: string }) => {
      const { pages } = await convertHere(Buffer.concat([Buffer.from(before), pdf(parts)]));
      expect(pages.map(({ contentType }) => contentType)).toEqual(['image/jpeg']);
      expect(pages[0]?.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(pages[0]?.bytes.includes('evil')).toBe(false);
    },
  );

  it('is drawn with the values of its form fields [FILE-15]', async () => {
    const black = async (file: Buffer): Promise<number> => {
      const { pages } = await convertHere(file);
      const pixels = await sharp(pages[0]?.bytes).greyscale().raw().toBuffer();
      return pixels.filter((level) => level < 100).length;
    };
    const form = (value: string): Promise<Buffer> =>
      printedPdf({
        draw: (written) =>
          void written.initForm().font('Helvetica').formText('name', 20, 100, 300, 40, { value }),
      });
    expect(await black(await form('Grace Hopper LLC'))).toBeGreaterThan((await black(await form(''))) + 500);
  });
});

describe('a file that is not a document', () => {
  it.each([
    ['SVG', () => SVG],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a ZIP', () => Buffer.from('PK\x03\x04 and so on')],
    ['a video', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1')],
    ['a BMP', () => Buffer.from('BM and so on')],
  ])('is refused without starting a process: %s [FILE-5]', async (_, make) => {
    await expect(convert(make())).rejects.toMatchObject(
      refused(/^Upload an image .*or a PDF/, 'FILE_TYPE_REFUSED'),
    );
    expect(processes()).toEqual([]);
  });

  it('is refused as empty if it has no bytes [FILE-18]', async () => {
    await expect(convert(Buffer.of())).rejects.toMatchObject(
      refused('This file is empty. Choose another one.'),
    );
  });

  it.each([
    ['the start of a PNG', async () => (await noise(60, 40).png().toBuffer()).subarray(0, 60)],
    ['the start of a HEIC', () => HEIC.subarray(0, 300)],
    [
      'half an AVIF',
      async () => ((bytes) => bytes.subarray(0, bytes.length / 2))(await noise(60, 40).avif().toBuffer()),
    ],
    ['the start of a WebP', async () => (await noise(60, 40).webp().toBuffer()).subarray(0, 40)],
    ['the start of a PDF', () => pdf().subarray(0, 100)],
    ['a PDF in name only', () => Buffer.from('%PDF-1.7\ntrailer << >>\n%%EOF\n')],
    ['a TIFF in name only', () => Buffer.from('II*\0\x08\0\0\0', 'latin1')],
  ])('is refused as damaged: %s [FILE-5]', async (_, make) => {
    await expect(convertHere(await make())).rejects.toMatchObject(
      refused('This file is damaged or incomplete. Export it again, or take a photo of the document.'),
    );
  });
});

describe('the conversion process', () => {
  async function processOf(started: Promise<unknown>): Promise<ChildProcess> {
    started.catch(() => undefined);
    return waitFor(() => processes()[0]?.pid !== undefined && processes()[0], {
      what: 'the process to start',
    });
  }

  it("gets none of the bank's settings, and exits once its document is converted", async () => {
    await convert(await twoColors().jpeg().toBuffer());
    const names = spawned.mock.calls[0]?.[0].envPairs.map((pair) => pair.split('=')[0]);
    // Node adds this variable in coverage runs.
    expect(names?.filter((name) => name !== 'NODE_V8_COVERAGE')).toEqual([]);
    expect(processes().map(isRunning)).toEqual([false]);
  });

  it('is killed when it takes too long, and the document is refused [FILE-14]', async () => {
    const settings = { ...SETTINGS, limits: { ...LIMITS, pictureMs: 50 } };
    await expect(convert(COSTLY, settings)).rejects.toMatchObject(
      refused(/^This file takes too long to open/),
    );
    expect(processes()[0]?.signalCode).toBe('SIGKILL');
  });

  it('is killed when it hangs [FILE-14]', async () => {
    const conversion = convert(COSTLY, { ...SETTINGS, limits: { ...LIMITS, standstillMs: 1000 } });
    const started = await processOf(conversion);
    started.stdout?.once('data', () => started.kill('SIGSTOP'));
    await expect(conversion).rejects.toMatchObject(refused(/^This file takes too long to open/));
    expect(isRunning(started)).toBe(false);
  });

  it('is killed when it needs too much memory, and the document is refused [FILE-14]', async () => {
    const settings = { ...SETTINGS, limits: { ...LIMITS, memoryMb: 90 } };
    await expect(convert(COSTLY, settings)).rejects.toMatchObject(
      refused(/^This file is too complex to open/),
    );
    expect(processes()[0]?.signalCode).toBe('SIGKILL');
  });

  it('fails only the current upload if it is killed from outside [FILE-19]', async () => {
    const conversion = convert(COSTLY);
    (await processOf(conversion)).kill('SIGKILL');
    await expect(conversion).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await convert(await twoColors().jpeg().toBuffer())).pages).toHaveLength(1);
  });

  it('ends when the caller aborts or fails to store a page, or when the upload breaks off', async () => {
    const leaving = new AbortController();
    const converter = new DocumentConverter(SETTINGS);
    const left = converter.convert(
      Readable.from([COSTLY]),
      COSTLY.length,
      () => Promise.resolve(),
      leaving.signal,
    );
    await processOf(left);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    const file = await printedPdf({ pages: 3 });
    const full = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    await expect(converter.convert(Readable.from([file]), file.length, full)).rejects.toThrow(
      'the disk is full',
    );

    const broken = new PassThrough();
    broken.write(file.subarray(0, 2000));
    const breaking = converter.convert(broken, file.length, () => Promise.resolve());
    broken.destroy(new Error('the connection was reset'));
    await expect(breaking).rejects.toThrow('the connection was reset');
    expect(processes().map(isRunning)).toEqual([false, false, false]);
  });
});

describe('the document worker', () => {
  let worker: NodeProcess;
  let settings: ConverterSettings;

  async function start(): Promise<NodeProcess> {
    const { socketPath } = settings;
    const started = NodeProcess.start(compiled('apps/documents.js'), [], {
      DOCUMENT_WORKER_SOCKET: socketPath ?? '',
    });
    const isHealthy = async (): Promise<boolean> => (await healthOf(socketPath ?? '')) === 0;
    await started.untilReady('the document worker', isHealthy);
    return started;
  }

  /** Runs the health check of the converter's container and returns the exit code. */
  async function healthOf(socketPath: string): Promise<number | null> {
    const check = NodeProcess.start(path.join(ROOT, 'infra/docker/healthcheck.mjs'), [socketPath], {});
    await check.ended();
    return check.process.exitCode;
  }

  beforeAll(async () => {
    settings = { ...SETTINGS, socketPath: path.join(await temporaryFolder(), 'documents.sock') };
    worker = await start();
  });
  afterAll(() => worker.stop());

  it('converts documents and refuses other files over its socket [FILE-19]', async () => {
    const file = await printedPdf({ pages: 3 });
    const conversions = await Promise.all([1, 2, 3, 4].map(() => convert(file, settings)));
    expect(conversions.map(({ pages }) => pages.length)).toEqual([3, 3, 3, 3]);
    await expect(convert(SVG, settings)).rejects.toMatchObject({ code: 'FILE_TYPE_REFUSED' });
    await expect(convert(pdf().subarray(0, 100), settings)).rejects.toMatchObject(refused(/damaged/));
  });

  it('when killed, fails the upload that it was converting, and a new worker takes over [FILE-19]', async () => {
    const conversion = convert(COSTLY, settings);
    await setTimeout(300);
    await Promise.all([expect(conversion).rejects.toMatchObject({ code: 'UNAVAILABLE' }), worker.kill9()]);
    await expect(convert(SVG, settings)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    worker = await start();
    expect((await convert(COSTLY, settings)).pages).toHaveLength(1);
  });

  it('is unhealthy and fails uploads while it hangs [FILE-19]', async () => {
    worker.process.kill('SIGSTOP');
    try {
      const impatient = { ...settings, limits: { ...LIMITS, startMs: 500 } };
      await expect(convert(COSTLY, impatient)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await healthOf(settings.socketPath ?? '')).toBe(1);
    } finally {
      worker.process.kill('SIGCONT');
    }
    expect((await convert(COSTLY, settings)).pages).toHaveLength(1);
  });
});
