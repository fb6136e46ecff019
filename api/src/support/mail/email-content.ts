import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { isolate } from '@moniker/common/typed-text.js';
import { escapeHtml } from './html.js';

/** An email's content as plain text. Both its HTML part and its text part are rendered from it (MAIL-1). */
export interface EmailContent {
  readonly subject: string;
  readonly intro: readonly string[];
  readonly code: string | null;
  /** Labeled values, one per line. */
  readonly details?: readonly EmailDetail[];
  readonly outro: readonly string[];
  /** A link into the web app, to what the email is about. */
  readonly link?: EmailLink;
}

export type EmailDetail = readonly [label: string, value: string];

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const TEXT_COLOR = '#1b1d1a';
const MUTED_COLOR = '#5d625a';
const PAGE_COLOR = '#f6f4ee';
const CARD_COLOR = '#fffefa';
const BORDER_COLOR = '#dedbd0';
const ACCENT_COLOR = '#14532d';

/** Renders an email to one person. Every value is escaped, and the HTML loads nothing from elsewhere (MAIL-3). */
export function renderEmail(content: EmailContent, firstName: string | null): RenderedEmail {
  const greeting = firstName === null ? 'Hello,' : `Hello ${isolate(firstName)},`;
  const footer = `${BRAND} · Questions? Write to ${SUPPORT_EMAIL}`;
  return {
    subject: content.subject,
    text: renderText(content, greeting, footer),
    html: renderHtml(content, greeting, footer),
  };
}

function renderText(
  { intro, code, details, outro, link }: EmailContent,
  greeting: string,
  footer: string,
): string {
  const parts = [
    greeting,
    ...intro,
    ...(code === null ? [] : [`    ${code}`]),
    ...(details === undefined ? [] : [detailLines(details)]),
    ...outro,
    ...(link === undefined ? [] : [`${link.label}: ${link.href}`]),
    '-- ',
    footer,
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderHtml(content: EmailContent, greeting: string, footer: string): string {
  const { subject, intro, code, details, outro, link } = content;
  const body = [
    paragraph(greeting),
    ...intro.map(paragraph),
    ...(code === null ? [] : [codeBlock(code)]),
    ...(details === undefined ? [] : [detailTable(details)]),
    ...outro.map(paragraph),
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
<body style="margin:0;padding:32px 16px;background:${PAGE_COLOR};color:${TEXT_COLOR};font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;margin:0 auto">
<tr><td style="padding:0 0 16px;font-size:18px;font-weight:600;color:${ACCENT_COLOR}">${escapeHtml(BRAND)}</td></tr>
<tr><td style="padding:28px;background:${CARD_COLOR};border:1px solid ${BORDER_COLOR};border-top:3px solid ${ACCENT_COLOR}">
${body}
</td></tr>
<tr><td style="padding:16px 0 0;font-size:13px;color:${MUTED_COLOR}">${escapeHtml(footer)}</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

/** Spaces the digits only by style, so copying the code yields six digits and nothing else. */
function codeBlock(code: string): string {
  const style = `margin:24px 0;padding:16px 0;border-top:1px solid ${BORDER_COLOR};border-bottom:1px solid ${BORDER_COLOR};font:600 34px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:0.3em;text-align:center;color:${ACCENT_COLOR}`;
  return `<p style="${style}">${escapeHtml(code)}</p>`;
}

/** Renders two columns for a monospaced font. */
function detailLines(details: readonly EmailDetail[]): string {
  const width = Math.max(...details.map(([label]) => label.length));
  return details.map(([label, value]) => `${label.padEnd(width)}  ${singleLine(value)}`).join('\n');
}

function detailTable(details: readonly EmailDetail[]): string {
  const rule = `border-top:1px solid ${BORDER_COLOR}`;
  const rows = details.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${rule};padding:8px 16px 8px 0;text-align:left;font-weight:400;color:${MUTED_COLOR}">${escapeHtml(label)}</th>` +
      `<td style="${rule};padding:8px 0;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${escapeHtml(singleLine(value))}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:1px solid ${BORDER_COLOR}">\n${rows.join('\n')}\n</table>`;
}

function linkLine({ label, href }: EmailLink): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="color:${ACCENT_COLOR}">${escapeHtml(label)}</a></p>`;
}

/** Collapses line breaks, so a typed value cannot pose as another line, and isolates its text direction (MAIL-30). */
function singleLine(value: string): string {
  return isolate(value.replace(/\s+/g, ' ').trim());
}
