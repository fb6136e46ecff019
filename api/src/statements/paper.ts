import PDFDocument from 'pdfkit';
import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import { type Face, type Faces, loadFaces, type Weight } from './faces.js';

/** Ink on paper and one green; the same colours as on the screens. */
export const COLORS = {
  ink: '#16201b',
  faint: '#5b655e',
  rule: '#d9d6c9',
  accent: '#14573d',
} as const satisfies Record<string, string>;

interface Rule {
  readonly color?: string;
  readonly width?: number;
  readonly left?: number;
}

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 54, bottom: 730 } as const;

export interface Ink {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** Where `x` is: at the left of the text, or at its right. */
  readonly align?: 'left' | 'right';
}

interface Run {
  readonly face: Face;
  readonly text: string;
}

const BODY_SIZE = 9.5;
const FOOTER_Y = 748;
const MEASURED_SIZE = 100;
/** How far the letters' line is below the top of their text, in sizes. */
const ASCENT = 0.97;
/** Figures of one width, so that decimals stand below each other; kerning would move them apart again. */
const FIGURES = { tnum: true, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const UNKNOWN_LETTER = '?';

/**
 * A document in the bank's layout. Text is set line by line: each letter in the first face that has it, cut or
 * wrapped to the width that it is given.
 */
export class Paper {
  private readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  private readonly done: Promise<Buffer>;
  private readonly registered = new Set<string>();
  private readonly widths = new Map<string, number>();

  private constructor(
    private readonly faces: Faces,
    title: string,
    createdAt: Date,
  ) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      lang: 'en-US',
      // No standard font: all faces are embedded.
      font: '',
      info: { Title: title, Author: BRAND, Creator: BRAND, Producer: BRAND, CreationDate: createdAt },
    });
    this.done = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      this.doc.once('end', () => resolve(Buffer.concat(this.chunks)));
      this.doc.once('error', reject);
    });
  }

  static async create(title: string, createdAt: Date): Promise<Paper> {
    return new Paper(await loadFaces(), title, createdAt);
  }

  addPage(): void {
    this.doc.addPage();
  }

  /** One line of text with its top at `y`; letters of all faces stand on one line. */
  line(text: string, x: number, y: number, ink: Ink = {}): void {
    const { size = BODY_SIZE, weight = 'regular', color = COLORS.ink, align = 'left' } = ink;
    const runs = this.runsOf(text, weight);
    const baseline = y + size * ASCENT;
    let at = align === 'left' ? x : x - this.widthOfRuns(runs, size);
    for (const run of runs) {
      this.use(run.face, size);
      this.doc.fillColor(color).text(run.text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: FIGURES,
      });
      at += this.widthOf(run, size);
    }
  }

  /** At most `maxLines` lines that fit the width; the last one ends in an ellipsis where something is left out. */
  fit(
    text: string,
    width: number,
    maxLines: number,
    { size = BODY_SIZE, weight = 'regular' }: Ink = {},
  ): string[] {
    const fits = (part: string): boolean => this.widthOfRuns(this.runsOf(part, weight), size) <= width;
    const lines: string[] = [];
    let rest = text.replaceAll(/\s+/g, ' ').trim();
    while (rest !== '' && lines.length < maxLines) {
      if (fits(rest)) return [...lines, rest];
      const isLast = lines.length === maxLines - 1;
      const length = longest(rest, (end) => fits(rest.slice(0, end) + (isLast ? '…' : '')));
      if (isLast) return [...lines, `${rest.slice(0, length).trimEnd()}…`];
      const space = rest.lastIndexOf(' ', length);
      const end = space > 0 ? space : length;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    return lines;
  }

  rule(y: number, { color = COLORS.rule, width = 0.6, left = PAGE.left }: Rule = {}): void {
    this.doc.lineWidth(width).strokeColor(color).moveTo(left, y).lineTo(PAGE.right, y).stroke();
  }

  /** The name of the bank at the top of a page, what the paper is, and the green rule below. */
  letterhead(title: string, note: string): void {
    this.doc.rect(PAGE.left, PAGE.top - 1, 4, 18).fill(COLORS.accent);
    this.line(BRAND, PAGE.left + 11, PAGE.top - 2, { size: 16, weight: 'semibold' });
    this.line(title, PAGE.right, PAGE.top - 2, { size: 11, weight: 'semibold', align: 'right' });
    this.line(note, PAGE.right, PAGE.top + 12, { size: 8.5, color: COLORS.faint, align: 'right' });
    this.rule(PAGE.top + 30, { color: COLORS.accent, width: 1.2 });
  }

  /** Numbers the pages, writes their footers and gives the finished document. */
  finish(note: string): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      this.rule(FOOTER_Y - 8);
      const small = { size: 7.5, color: COLORS.faint };
      this.line(`${BRAND} · ${SUPPORT_EMAIL}`, PAGE.left, FOOTER_Y, small);
      this.line(note, PAGE.left, FOOTER_Y + 11, small);
      this.line(`Page ${index + 1} of ${count}`, PAGE.right, FOOTER_Y, { ...small, align: 'right' });
    }
    this.doc.end();
    return this.done;
  }

  private runsOf(text: string, weight: Weight): Run[] {
    const runs: { face: Face; text: string }[] = [];
    for (const letter of text.normalize('NFC')) {
      const { face, shown } = this.faceFor(letter, weight);
      const last = runs.at(-1);
      if (last?.face === face) last.text += shown;
      else runs.push({ face, text: shown });
    }
    return runs;
  }

  private faceFor(letter: string, weight: Weight): { face: Face; shown: string } {
    const codePoint = letter.codePointAt(0) ?? 0;
    const faces = this.faces[weight];
    const face = faces.find(({ font }) => font.hasGlyphForCodePoint(codePoint));
    if (face !== undefined) return { face, shown: letter };
    const [first] = faces;
    if (first === undefined) throw new Error('there is no font');
    return { face: first, shown: UNKNOWN_LETTER };
  }

  private widthOfRuns(runs: readonly Run[], size: number): number {
    return runs.reduce((width, run) => width + this.widthOf(run, size), 0);
  }

  /** Widths grow with the size, so each text is measured once. */
  private widthOf({ face, text }: Run, size: number): number {
    const key = `${face.name} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.use(face, MEASURED_SIZE);
      width = this.doc.widthOfString(text, { features: FIGURES }) / MEASURED_SIZE;
      this.widths.set(key, width);
    }
    return width * size;
  }

  private use({ name, font }: Face, size: number): void {
    if (!this.registered.has(name)) {
      // An opened font is taken as it is, so that its letters are read once and not once a document.
      this.doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
      this.registered.add(name);
    }
    this.doc.font(name).fontSize(size);
  }
}

/** The greatest length that still fits; at least one letter, so that setting always goes on. */
function longest(text: string, fits: (length: number) => boolean): number {
  let low = 1;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
