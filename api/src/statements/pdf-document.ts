import PDFDocument from 'pdfkit';
import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import { type NamedFont, type FontsByWeight, loadFonts, type FontWeight } from './fonts.js';

/** Ink on paper and one green; the same colours as on the screens. */
export const COLORS = {
  ink: '#16201b',
  faint: '#5b655e',
  rule: '#d9d6c9',
  accent: '#14573d',
} as const satisfies Record<string, string>;

interface RuleStyle {
  readonly color?: string;
  readonly width?: number;
  readonly left?: number;
}

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 54, bottom: 730 } as const;

export interface TextStyle {
  readonly size?: number;
  readonly weight?: FontWeight;
  readonly color?: string;
  /** Where `x` is: at the left of the text, or at its right. */
  readonly align?: 'left' | 'right';
}

interface TextRun {
  readonly font: NamedFont;
  readonly text: string;
}

const BODY_SIZE = 9.5;
const FOOTER_Y = 748;
const MEASURING_SIZE = 100;
/** How far the letters' line is below the top of their text, in sizes. */
const ASCENT = 0.97;
/** Figures of one width, so that decimals stand below each other; kerning would move them apart again. */
const FONT_FEATURES = { tnum: true, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const REPLACEMENT_CHARACTER = '?';

/**
 * A document in the bank's layout. Text is set line by line: each letter in the first face that has it, cut or
 * wrapped to the width that it is given.
 */
export class PdfDocument {
  private readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  private readonly done: Promise<Buffer>;
  private readonly registered = new Set<string>();
  private readonly widths = new Map<string, number>();

  private constructor(
    private readonly faces: FontsByWeight,
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

  static async create(title: string, createdAt: Date): Promise<PdfDocument> {
    return new PdfDocument(await loadFonts(), title, createdAt);
  }

  addPage(): void {
    this.doc.addPage();
  }

  /** One line of text with its top at `y`; letters of all faces stand on one line. */
  drawText(text: string, x: number, y: number, ink: TextStyle = {}): void {
    const { size = BODY_SIZE, weight = 'regular', color = COLORS.ink, align = 'left' } = ink;
    const runs = this.splitIntoRuns(text, weight);
    const baseline = y + size * ASCENT;
    let at = align === 'left' ? x : x - this.widthOfRuns(runs, size);
    for (const run of runs) {
      this.selectFont(run.font, size);
      this.doc.fillColor(color).text(run.text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: FONT_FEATURES,
      });
      at += this.widthOf(run, size);
    }
  }

  /** At most `maxLines` lines that fit the width; the last one ends in an ellipsis where something is left out. */
  wrapText(
    text: string,
    width: number,
    maxLines: number,
    { size = BODY_SIZE, weight = 'regular' }: TextStyle = {},
  ): string[] {
    const fits = (part: string): boolean => this.widthOfRuns(this.splitIntoRuns(part, weight), size) <= width;
    const lines: string[] = [];
    let rest = text.replaceAll(/\s+/g, ' ').trim();
    while (rest !== '' && lines.length < maxLines) {
      if (fits(rest)) return [...lines, rest];
      const isLast = lines.length === maxLines - 1;
      const length = longestFit(rest, (end) => fits(rest.slice(0, end) + (isLast ? '…' : '')));
      if (isLast) return [...lines, `${rest.slice(0, length).trimEnd()}…`];
      const space = rest.lastIndexOf(' ', length);
      const end = space > 0 ? space : length;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    return lines;
  }

  drawRule(y: number, { color = COLORS.rule, width = 0.6, left = PAGE.left }: RuleStyle = {}): void {
    this.doc.lineWidth(width).strokeColor(color).moveTo(left, y).lineTo(PAGE.right, y).stroke();
  }

  /** The name of the bank at the top of a page, what the paper is, and the green rule below. */
  drawLetterhead(title: string, note: string): void {
    this.doc.rect(PAGE.left, PAGE.top - 1, 4, 18).fill(COLORS.accent);
    this.drawText(BRAND, PAGE.left + 11, PAGE.top - 2, { size: 16, weight: 'semibold' });
    this.drawText(title, PAGE.right, PAGE.top - 2, { size: 11, weight: 'semibold', align: 'right' });
    this.drawText(note, PAGE.right, PAGE.top + 12, { size: 8.5, color: COLORS.faint, align: 'right' });
    this.drawRule(PAGE.top + 30, { color: COLORS.accent, width: 1.2 });
  }

  /** Numbers the pages, writes their footers and gives the finished document. */
  finish(note: string): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      this.drawRule(FOOTER_Y - 8);
      const small = { size: 7.5, color: COLORS.faint };
      this.drawText(`${BRAND} · ${SUPPORT_EMAIL}`, PAGE.left, FOOTER_Y, small);
      this.drawText(note, PAGE.left, FOOTER_Y + 11, small);
      this.drawText(`Page ${index + 1} of ${count}`, PAGE.right, FOOTER_Y, { ...small, align: 'right' });
    }
    this.doc.end();
    return this.done;
  }

  private splitIntoRuns(text: string, weight: FontWeight): TextRun[] {
    const runs: { font: NamedFont; text: string }[] = [];
    for (const letter of text.normalize('NFC')) {
      const { font, shown } = this.fontFor(letter, weight);
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  private fontFor(letter: string, weight: FontWeight): { font: NamedFont; shown: string } {
    const codePoint = letter.codePointAt(0) ?? 0;
    const faces = this.faces[weight];
    const face = faces.find(({ font }) => font.hasGlyphForCodePoint(codePoint));
    if (face !== undefined) return { font: face, shown: letter };
    const [first] = faces;
    if (first === undefined) throw new Error('there is no font');
    return { font: first, shown: REPLACEMENT_CHARACTER };
  }

  private widthOfRuns(runs: readonly TextRun[], size: number): number {
    return runs.reduce((width, run) => width + this.widthOf(run, size), 0);
  }

  /** Widths grow with the size, so each text is measured once. */
  private widthOf({ font, text }: TextRun, size: number): number {
    const key = `${font.name} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.selectFont(font, MEASURING_SIZE);
      width = this.doc.widthOfString(text, { features: FONT_FEATURES }) / MEASURING_SIZE;
      this.widths.set(key, width);
    }
    return width * size;
  }

  private selectFont({ name, font }: NamedFont, size: number): void {
    if (!this.registered.has(name)) {
      // An opened font is taken as it is, so that its letters are read once and not once a document.
      this.doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
      this.registered.add(name);
    }
    this.doc.font(name).fontSize(size);
  }
}

/** The greatest length that still fits; at least one letter, so that setting always goes on. */
function longestFit(text: string, fits: (length: number) => boolean): number {
  let low = 1;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
