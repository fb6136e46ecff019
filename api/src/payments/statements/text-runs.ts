import bidiFactory, { type Bidi } from 'bidi-js';
import { findFont, type FontWeight, type NamedFont } from './fonts.js';

/**
 * Text in one font and direction. Arabic and Hebrew text is in typing order, because fontkit reverses it. Other text
 * that runs from right to left is already reversed.
 */
export interface TextRun {
  readonly font: NamedFont;
  readonly text: string;
  /** Whether `text` is only question marks, because no font has the characters or their font can't lay them out. */
  readonly isIncomplete: boolean;
}

/** How a UTF-16 code unit is typeset. */
interface Unit {
  readonly font: NamedFont;
  readonly isMissing: boolean;
  /** Odd if the text runs from right to left here. */
  readonly level: number;
}

/** Consecutive code units that are typeset alike; `to` is inclusive. */
interface Span extends Unit {
  from: number;
  to: number;
}

const MISSING = '?';
/** Tabular figures align decimals in columns; kerning would misalign them. */
export const FONT_FEATURES = { tnum: true, kern: false } as const;
const ASCII = /^[ -~]+$/;
const DIRECTION_MARK = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

// The package's types describe an ES module, but Node loads the CommonJS file, whose export is the function.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether text can be typeset as is. */
export function isSettable(text: string, weight: FontWeight): boolean {
  return splitIntoRuns(text, weight).every(({ isIncomplete }) => !isIncomplete);
}

/**
 * Splits a line into runs in visual order, from left to right, by Unicode's bidirectional algorithm. Each grapheme is
 * typeset in the first font that has it. A grapheme without a font, or a run that its font can't lay out, becomes a
 * question mark.
 */
export function splitIntoRuns(line: string, weight: FontWeight): TextRun[] {
  // Most lines are ASCII and don't need the algorithm.
  if (ASCII.test(line)) return [{ font: fontOf(MISSING, weight), text: line, isIncomplete: false }];
  const set = graphemesOf(line).map((grapheme) => {
    const font = findFont(grapheme, weight);
    return font === null
      ? { text: MISSING, font: fontOf(MISSING, weight), isMissing: true }
      : { text: grapheme, font, isMissing: false };
  });
  const text = set.map((grapheme) => grapheme.text).join('');
  const embedding = bidi.getEmbeddingLevels(text, 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const units = set.flatMap(({ text: { length }, font, isMissing }) =>
    Array.from({ length }, () => ({ font, isMissing })),
  );
  const spans: Span[] = [];
  for (const index of bidi.getReorderedIndices(text, embedding)) {
    const unit = units[index];
    if (unit === undefined || DIRECTION_MARK.test(text.charAt(index))) continue;
    addUnit(spans, { ...unit, level: embedding.levels[index] ?? 0 }, index);
  }
  return spans.map((span) => {
    const characters = Array.from({ length: span.to - span.from + 1 }, (_, offset) => {
      const at = span.from + offset;
      return mirrored.get(at) ?? text.charAt(at);
    });
    return setRun(span, characters.join(''), weight);
  });
}

function addUnit(spans: Span[], unit: Unit, index: number): void {
  const last = spans.at(-1);
  const isAlike = last?.font === unit.font && last.level === unit.level && last.isMissing === unit.isMissing;
  if (isAlike && index === last.to + 1) last.to = index;
  else if (isAlike && index === last.from - 1) last.from = index;
  else spans.push({ ...unit, from: index, to: index });
}

function setRun({ font, level, isMissing }: Unit, text: string, weight: FontWeight): TextRun {
  const isTurnedHere = level % 2 === 1 && !RIGHT_TO_LEFT.test(text);
  const run = { font, text: isTurnedHere ? [...text].toReversed().join('') : text, isIncomplete: isMissing };
  return canLayOut(run) ? run : { font: fontOf(MISSING, weight), text: MISSING, isIncomplete: true };
}

/**
 * Whether a run's font can lay out its text. fontkit 2.0.4 throws on marks without an anchor, as in the Punjabi name
 * Singh. Such a name must not keep a statement from being produced.
 */
function canLayOut({ font, text }: Pick<TextRun, 'font' | 'text'>): boolean {
  try {
    font.font.layout(text, FONT_FEATURES);
    return true;
  } catch {
    return false;
  }
}

function fontOf(grapheme: string, weight: FontWeight): NamedFont {
  const font = findFont(grapheme, weight);
  if (font === null) throw new Error('there is no font');
  return font;
}

function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment);
}
