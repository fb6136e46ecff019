import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import { escapeHtml } from './html.js';

/** The parts of a mail, as plain text; both renderings say the same. */
export interface Letter {
  readonly subject: string;
  readonly before: readonly string[];
  readonly code: string | null;
  /** What the mail is about: label and value, a line each. */
  readonly facts?: readonly Fact[];
  readonly after: readonly string[];
  /** Where to read on. */
  readonly link?: Link;
}

export type Fact = readonly [label: string, value: string];

export interface Link {
  readonly label: string;
  readonly href: string;
}

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const INK = '#1b1d1a';
const INK_SOFT = '#5d625a';
const PAPER = '#f6f4ee';
const SHEET = '#fffefa';
const RULE = '#dedbd0';
const ACCENT = '#14532d';

/** A letter to one person. Every value is escaped; nothing is loaded from elsewhere. */
export function renderLetter(letter: Letter, firstName: string): RenderedLetter {
  const greeting = `Hello ${firstName},`;
  const footer = `${BRAND} · Questions? Write to ${SUPPORT_EMAIL}`;
  return {
    subject: letter.subject,
    text: textOf(letter, greeting, footer),
    html: htmlOf(letter, greeting, footer),
  };
}

function textOf({ before, code, facts, after, link }: Letter, greeting: string, footer: string): string {
  const parts = [
    greeting,
    ...before,
    ...(code === null ? [] : [`    ${code}`]),
    ...(facts === undefined ? [] : [factLines(facts)]),
    ...after,
    ...(link === undefined ? [] : [`${link.label}: ${link.href}`]),
    '-- ',
    footer,
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(letter: Letter, greeting: string, footer: string): string {
  const { subject, before, code, facts, after, link } = letter;
  const body = [
    paragraph(greeting),
    ...before.map(paragraph),
    ...(code === null ? [] : [codeBlock(code)]),
    ...(facts === undefined ? [] : [factTable(facts)]),
    ...after.map(paragraph),
    ...(link === undefined ? [] : [linkLine(link)]),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:${PAPER};color:${INK};font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;margin:0 auto">
<tr><td style="padding:0 0 16px;font-size:18px;font-weight:600;color:${ACCENT}">${escapeHtml(BRAND)}</td></tr>
<tr><td style="padding:28px;background:${SHEET};border:1px solid ${RULE};border-top:3px solid ${ACCENT}">
${body}
</td></tr>
<tr><td style="padding:16px 0 0;font-size:13px;color:${INK_SOFT}">${escapeHtml(footer)}</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

/** Large and spaced by style alone, so that copying it takes six digits and nothing else. */
function codeBlock(code: string): string {
  const style = `margin:24px 0;padding:16px 0;border-top:1px solid ${RULE};border-bottom:1px solid ${RULE};font:600 34px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:0.3em;text-align:center;color:${ACCENT}`;
  return `<p style="${style}">${escapeHtml(code)}</p>`;
}

/** Two columns in a typewriter's letters. */
function factLines(facts: readonly Fact[]): string {
  const width = Math.max(...facts.map(([label]) => label.length));
  return facts.map(([label, value]) => `${label.padEnd(width)}  ${oneLine(value)}`).join('\n');
}

function factTable(facts: readonly Fact[]): string {
  const rule = `border-top:1px solid ${RULE}`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${rule};padding:8px 16px 8px 0;text-align:left;font-weight:400;color:${INK_SOFT}">${escapeHtml(label)}</th>` +
      `<td style="${rule};padding:8px 0;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${escapeHtml(oneLine(value))}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:1px solid ${RULE}">\n${rows.join('\n')}\n</table>`;
}

function linkLine({ label, href }: Link): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="color:${ACCENT}">${escapeHtml(label)}</a></p>`;
}

/** A value that people typed must not look like another line of the list. */
function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
