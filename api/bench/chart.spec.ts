import { describe, expect, it } from '@jest/globals';
import { chartSvg, type Bar, type Chart } from './chart.js';

const bar = (label: string, value: number, more: Partial<Bar> = {}): Bar => ({
  label,
  value,
  min: value,
  max: value,
  text: String(value),
  isOurs: false,
  ...more,
});

const chart = (bars: Bar[], notes: string[] = []): Chart => ({
  title: 'Speed',
  sections: [{ title: 'All', bars }],
  notes,
});

/** The widths of the bars, from top to bottom. */
const widths = (svg: string): number[] =>
  [...svg.matchAll(/<rect class="(?:ours|other)" [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

describe('chartSvg', () => {
  it('draws bars in proportion to their values within a section', () => {
    const [long = 0, half] = widths(chartSvg(chart([bar('a', 200), bar('b', 100)])));
    expect(long).toBeGreaterThan(100);
    expect(half).toBeCloseTo(long / 2, 0);
  });

  it('scales bars so that the longest range fits', () => {
    const [width = 0] = widths(chartSvg(chart([bar('a', 100, { min: 50, max: 400 })])));
    const [full = 0] = widths(chartSvg(chart([bar('a', 400)])));
    expect(width).toBeCloseTo(full / 4, 0);
  });

  it('draws bars of zero length for a section without positive values', () => {
    expect(widths(chartSvg(chart([bar('a', 0)])))).toEqual([0]);
  });

  it('highlights our bars and supports light and dark color schemes', () => {
    const svg = chartSvg(chart([bar('a', 1, { isOurs: true }), bar('b', 1)]));
    expect(svg.match(/class="ours"/g)).toHaveLength(1);
    expect(svg.match(/class="other"/g)).toHaveLength(1);
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('escapes characters that are special in SVG', () => {
    const svg = chartSvg(chart([bar('<b> & "c"', 1)]));
    expect(svg).toContain('&lt;b&gt; &amp; &quot;c&quot;');
    expect(svg).not.toContain('<b>');
  });

  it('wraps long notes and makes the chart taller', () => {
    const heightOf = (svg: string): number => Number(/ height="([\d.]+)" role/.exec(svg)?.[1]);
    const short = chartSvg(chart([bar('a', 1)], ['one line']));
    const long = chartSvg(chart([bar('a', 1)], [Array(60).fill('word').join(' ')]));
    expect(long.match(/class="note"/g)).toHaveLength(3);
    expect(heightOf(long)).toBeGreaterThan(heightOf(short));
  });
});
