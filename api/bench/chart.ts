/** A measured value with its range. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Printed at the end of the bar. */
  readonly text: string;
  /** Whether the bar belongs to the ledger and is highlighted. */
  readonly isOurs: boolean;
}

/** Bars with a common scale. */
export interface Section {
  readonly title: string;
  readonly bars: readonly Bar[];
}

export interface Chart {
  readonly title: string;
  readonly sections: readonly Section[];
  /** What readers need to know, such as the machine and what each contender writes. */
  readonly notes: readonly string[];
}

const WIDTH = 840;
const MARGIN = 24;
const LABEL_WIDTH = 190;
const TEXT_WIDTH = 150;
const BAR_WIDTH = WIDTH - 2 * MARGIN - LABEL_WIDTH - TEXT_WIDTH;
const ROW = 20;
const BAR_HEIGHT = 12;
const SECTION_GAP = 34;
const LINE = 16;
const CHARS_PER_LINE = 126;

/** Readable on light and dark pages: the card has its own background, which follows the reader's color scheme. */
const STYLE = `
    .card { fill: #fbfaf7; stroke: #d9d6cd }
    text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #23262b; font-variant-numeric: tabular-nums }
    .title { font-size: 17px; font-weight: 600 } .head { font-size: 13px; font-weight: 600 }
    .note { font-size: 11px; fill: #5c6168 }
    .other { fill: #9aa1ab } .ours { fill: #1f6f5c } .range { stroke: #23262b; stroke-width: 1 }
    @media (prefers-color-scheme: dark) {
      .card { fill: #16191d; stroke: #343a42 } text { fill: #e8e6e0 } .note { fill: #a3a9b2 }
      .other { fill: #6b7480 } .ours { fill: #4fc3a1 } .range { stroke: #e8e6e0 }
    }`;

/** Renders a bar chart as SVG. Each section has its own scale. */
export function chartSvg({ title, sections, notes }: Chart): string {
  const parts: string[] = [];
  let y = MARGIN + 14;
  parts.push(textAt(MARGIN, y, title, 'title'));
  for (const section of sections) {
    y += SECTION_GAP;
    parts.push(textAt(MARGIN, y, section.title, 'head'));
    const scale = scaleOf(section);
    for (const bar of section.bars) {
      y += ROW;
      parts.push(...barAt(y, bar, scale));
    }
  }
  y += SECTION_GAP - LINE;
  for (const line of notes.flatMap(wrapLine)) {
    y += LINE;
    parts.push(textAt(MARGIN, y, line, 'note'));
  }
  const height = y + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">`,
    `  <title id="title">${escapeXml(title)}</title>`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    ...parts.map((part) => `  ${part}`),
    '</svg>',
    '',
  ].join('\n');
}

/** Pixels per unit. Zero if all values are zero. */
function scaleOf({ bars }: Section): number {
  const longest = Math.max(...bars.map(({ value, max }) => Math.max(value, max)));
  return longest > 0 ? BAR_WIDTH / longest : 0;
}

function barAt(y: number, { label, value, min, max, text, isOurs }: Bar, scale: number): string[] {
  const left = MARGIN + LABEL_WIDTH;
  const x = (of: number): string => (left + of * scale).toFixed(1);
  const middle = y - BAR_HEIGHT / 2 + 2;
  const kind = isOurs ? 'ours' : 'other';
  return [
    textAt(MARGIN, y, label),
    `<rect class="${kind}" x="${left}" y="${y - BAR_HEIGHT + 2}" width="${(value * scale).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
    `<path class="range" d="M${x(min)} ${middle}H${x(max)}"/>`,
    textAt(left + Math.max(value, max) * scale + 8, y, text),
  ];
}

function textAt(x: number, y: number, text: string, kind = ''): string {
  const name = kind === '' ? '' : ` class="${kind}"`;
  return `<text${name} x="${x.toFixed(1)}" y="${y}">${escapeXml(text)}</text>`;
}

function wrapLine(note: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of note.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > CHARS_PER_LINE) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
