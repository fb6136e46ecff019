import PDFDocument from 'pdfkit';
import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import type { FontWeight, NamedFont } from './fonts.js';
import { FONT_FEATURES, isSettable, splitIntoRuns, type TextRun } from './text-runs.js';

/** `text` and `accent` have the colors of the light theme on screen. */
export const COLORS = {
  text: '#16201b',
  muted: '#5b655e',
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
  /** Whether `x` is the left or the right edge of the text. */
  readonly align?: 'left' | 'right';
}

const BODY_SIZE = 9.5;
const FOOTER_Y = 748;
const MEASURING_SIZE = 100;
/** Distance from the top of the text to its baseline, as a share of the font size. */
const ASCENT = 0.97;
const FEATURES = FONT_FEATURES as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** Appended to the substitute for a text that can't be shown. */
const NOT_SHOWN = '(some letters can’t be shown in this file)';

/** A PDF document in the bank's layout. */
export class PdfDocument {
  private readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  private readonly done: Promise<Buffer>;
  private readonly registered = new Set<string>();
  private readonly widths = new Map<string, number>();

  constructor(title: string, createdAt: Date) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      lang: 'en-US',
      // No standard font: all fonts are embedded.
      font: '',
      info: { Title: title, Author: BRAND, Creator: BRAND, Producer: BRAND, CreationDate: createdAt },
    });
    this.done = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      this.doc.once('end', () => resolve(Buffer.concat(this.chunks)));
      this.doc.once('error', reject);
    });
  }

  addPage(): void {
    this.doc.addPage();
  }

  /** Returns the text, or a substitute if the fonts lack one of its letters (STM-20). */
  shownOr(text: string, instead: string): string {
    return isSettable(text, 'regular') ? text : `${instead} ${NOT_SHOWN}`;
  }

  /** Draws one line of text with its top at `y`. Runs in different fonts share the baseline. */
  drawText(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { size = BODY_SIZE, weight = 'regular', color = COLORS.text, align = 'left' } = style;
    const runs = splitIntoRuns(text, weight);
    const baseline = y + size * ASCENT;
    let at = align === 'left' ? x : x - this.widthOfRuns(runs, size);
    for (const run of runs) {
      this.selectFont(run.font, size);
      this.doc.fillColor(color).text(run.text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: FEATURES,
      });
      at += this.widthOf(run, size);
    }
  }

  /** Wraps text to at most `maxLines` lines of the given width. Truncated text ends in an ellipsis. */
  wrapText(
    text: string,
    width: number,
    maxLines: number,
    { size = BODY_SIZE, weight = 'regular' }: TextStyle = {},
  ): string[] {
    const fits = (part: string): boolean => this.widthOfRuns(splitIntoRuns(part, weight), size) <= width;
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

  /** Draws a page's header: the bank's name, the document's title and note, and a rule. */
  drawLetterhead(title: string, note: string): void {
    this.doc.rect(PAGE.left, PAGE.top - 1, 4, 18).fill(COLORS.accent);
    this.drawText(BRAND, PAGE.left + 11, PAGE.top - 2, { size: 16, weight: 'semibold' });
    this.drawText(title, PAGE.right, PAGE.top - 2, { size: 11, weight: 'semibold', align: 'right' });
    this.drawText(note, PAGE.right, PAGE.top + 12, { size: 8.5, color: COLORS.muted, align: 'right' });
    this.drawRule(PAGE.top + 30, { color: COLORS.accent, width: 1.2 });
  }

  /** Adds footers with page numbers and returns the finished document. */
  finish(note: string): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      this.drawRule(FOOTER_Y - 8);
      const small = { size: 7.5, color: COLORS.muted };
      this.drawText(`${BRAND} · ${SUPPORT_EMAIL}`, PAGE.left, FOOTER_Y, small);
      this.drawText(note, PAGE.left, FOOTER_Y + 11, small);
      this.drawText(`Page ${index + 1} of ${count}`, PAGE.right, FOOTER_Y, { ...small, align: 'right' });
    }
    this.doc.end();
    return this.done;
  }

  private widthOfRuns(runs: readonly TextRun[], size: number): number {
    return runs.reduce((width, run) => width + this.widthOf(run, size), 0);
  }

  /** Measures each run once: widths are proportional to the font size. */
  private widthOf({ font, text }: TextRun, size: number): number {
    const key = `${font.name} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.selectFont(font, MEASURING_SIZE);
      width = this.doc.widthOfString(text, { features: FEATURES }) / MEASURING_SIZE;
      this.widths.set(key, width);
    }
    return width * size;
  }

  private selectFont({ name, font }: NamedFont, size: number): void {
    if (!this.registered.has(name)) {
      // Pass the opened font, so its glyphs are parsed once rather than once per document.
      this.doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
      this.registered.add(name);
    }
    this.doc.font(name).fontSize(size);
  }
}

/** Returns the greatest length that fits, but at least one character, so wrapping always makes progress. */
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
