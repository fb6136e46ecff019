import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import { escapeHtml } from './html.js';

/** The parts of a mail, as plain text; both renderings say the same. */
export interface Letter {
  readonly subject: string;
  readonly before: readonly string[];
  readonly code: string | null;
  readonly after: readonly string[];
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

function textOf({ before, code, after }: Letter, greeting: string, footer: string): string {
  const codeLines = code === null ? [] : [`    ${code}`];
  return `${[greeting, ...before, ...codeLines, ...after, '-- ', footer].join('\n\n')}\n`;
}

function htmlOf({ subject, before, code, after }: Letter, greeting: string, footer: string): string {
  const body = [
    paragraph(greeting),
    ...before.map(paragraph),
    ...(code === null ? [] : [codeBlock(code)]),
    ...after.map(paragraph),
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
