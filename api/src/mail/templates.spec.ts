import { describe, expect, it } from '@jest/globals';
import { renderTemplate, type TemplateName } from './templates.js';

const NAMES: TemplateName[] = ['verify-email', 'reset-password', 'change-password', 'password-changed'];
const VALUES = { firstName: `<b>"O'Hara" & Söhne</b>`, params: {}, secret: '012345' };

/** What a person reads in the HTML. */
function readable(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
  return html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '--');

describe('templates', () => {
  it.each(NAMES)('%s says the same in HTML and in text', (name) => {
    const { html, text, subject } = renderTemplate(name, VALUES);
    expect(subject).toContain('Moniker');
    const [brand, ...said] = lines(readable(html));
    expect(brand).toBe('Moniker');
    expect(said).toEqual(lines(text));
  });

  it.each(NAMES)('%s shows markup in a name as text', (name) => {
    const { html } = renderTemplate(name, VALUES);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;&quot;O&#39;Hara&quot; &amp; Söhne&lt;/b&gt;');
  });

  it('shows the code in one piece, so that it can be copied', () => {
    const { html, text } = renderTemplate('verify-email', VALUES);
    expect(html).toContain('>012345<');
    expect(text).toContain('012345');
  });

  it('loads nothing from elsewhere', () => {
    for (const name of NAMES) expect(renderTemplate(name, VALUES).html).not.toMatch(/https?:|src=|url\(/);
  });

  it('does without a code only where none is due', () => {
    expect(() => renderTemplate('verify-email', { ...VALUES, secret: null })).toThrow();
    expect(() => renderTemplate('password-changed', { ...VALUES, secret: null })).not.toThrow();
  });
});
