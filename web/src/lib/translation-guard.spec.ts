import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import type { createElement as CreateElement, FunctionComponent } from 'react';
import type { flushSync as FlushSync } from 'react-dom';
import type { createRoot as CreateRoot } from 'react-dom/client';
import { installTranslationGuard } from './translation-guard';

const { window } = new JSDOM('<!doctype html><main></main>');
const { document } = window;
const container = document.querySelector('main') as HTMLElement;

let createElement: typeof CreateElement;
let createRoot: typeof CreateRoot;
let flushSync: typeof FlushSync;
let root: ReturnType<typeof CreateRoot> | undefined;

beforeAll(async () => {
  const { navigator, HTMLIFrameElement } = window;
  Object.assign(globalThis, { window, document, navigator, HTMLIFrameElement });
  installTranslationGuard(window as unknown as typeof globalThis);
  ({ createElement } = await import('react'));
  ({ flushSync } = await import('react-dom'));
  ({ createRoot } = await import('react-dom/client'));
});

afterAll(async () => {
  root?.unmount();
  await settle();
});

beforeEach(() => {
  root?.unmount();
  container.replaceChildren();
  root = createRoot(container);
});

/** Lets the page's observers run, as a browser does between two tasks. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

type Props = { amount: string; isBusy?: boolean; tail?: string | undefined; order?: readonly string[] };

/**
 * The patterns that break on translated pages: text next to elements that appear and disappear, and text next to text.
 */
const Screen: FunctionComponent<Props> = ({ amount, isBusy = false, tail, order = ['a', 'b'] }) =>
  createElement(
    'div',
    null,
    createElement('button', null, isBusy ? createElement('i') : null, 'Send'),
    createElement('p', null, 'You have ', amount, ' left', tail),
    createElement('b', null, amount),
    isBusy ? createElement('u') : 'Ready',
    ...order.map((name) => createElement(Item, { key: name, name })),
  );
const Item: FunctionComponent<{ name: string }> = ({ name }) => name as never;

const show = async (props: Props): Promise<string> => {
  flushSync(() => root?.render(createElement(Screen, props)));
  await settle();
  return container.textContent;
};

const texts = (): Text[] => {
  const walker = document.createTreeWalker(container, window.NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
};

// Typed as `string`, because the type of `font` elements is deprecated.
const FONT: string = 'font';
const font = (...children: (string | Node)[]): HTMLElement => {
  const element = document.createElement(FONT);
  element.append(...children);
  return element;
};

/** The ways in which browsers and extensions translate. Each keeps the text unchanged, so the page can be compared. */
const TRANSLATORS: Record<string, () => void> = {
  'replaces each text node with elements': () => {
    for (const text of texts()) text.replaceWith(font(font(text.data)));
  },
  'inserts elements before each text node, then removes the node': () => {
    for (const text of texts()) {
      text.before(font(text.data));
      text.remove();
    }
  },
  'inserts elements after each text node, then removes the node': () => {
    for (const text of texts()) {
      text.after(font(text.data));
      text.remove();
    }
  },
  'replaces each text node with a new one': () => {
    for (const text of texts()) text.replaceWith(document.createTextNode(text.data));
  },
  'moves each text node into an element': () => {
    for (const text of texts()) {
      const wrapper = font();
      text.replaceWith(wrapper);
      wrapper.append(text);
    }
  },
  'rewrites each text node in place': () => {
    for (const text of texts()) text.replaceData(0, text.length, text.data);
  },
  'joins neighboring text nodes': () => {
    for (const text of texts()) {
      if (!text.isConnected) continue;
      const joined = [text];
      for (let next = text.nextSibling; next instanceof window.Text; next = next.nextSibling)
        joined.push(next);
      text.before(font(joined.map(({ data }) => data).join('')));
      for (const each of joined) each.remove();
    }
  },
};

describe.each(Object.keys(TRANSLATORS))('a translator that %s', (name) => {
  const translate = async (): Promise<void> => {
    TRANSLATORS[name]?.();
    await settle();
  };

  it('neither breaks the page nor leaves any text stale [UI-50]', async () => {
    const pages: Props[] = [
      { amount: '$1' },
      { amount: '$2', isBusy: true },
      { amount: '$3', isBusy: false, tail: '!' },
      { amount: '$4', order: ['b', 'a'] },
      { amount: '$5', isBusy: true, order: ['c', 'b', 'a'] },
      { amount: '$6', order: [] },
    ];
    for (const page of pages) {
      const { amount, isBusy = false, tail = '', order = ['a', 'b'] } = page;
      const state = isBusy ? '' : 'Ready';
      const expected = `SendYou have ${amount} left${tail}${amount}${state}`;
      const shown = await show(page);
      // Texts that a translator joined may be in their old order.
      expect(shown.slice(0, expected.length)).toBe(expected);
      expect(shown.slice(expected.length).split('').sort()).toEqual([...order].sort());
      expect(container.querySelector('button')?.querySelectorAll('i')).toHaveLength(isBusy ? 1 : 0);
      await translate();
      await translate();
    }
  });
});

it('React keeps working when the page returns to its original language [UI-50]', async () => {
  await show({ amount: '$1' });
  const before = texts();
  const fonts = before.map((text) => font(text.data));
  before.forEach((text, index) => text.replaceWith(fonts[index] as Node));
  await settle();
  await show({ amount: '$2' });
  fonts.forEach((element, index) => {
    if (element.isConnected) element.replaceWith(before[index] as Node);
  });
  await settle();
  expect(await show({ amount: '$3', isBusy: true })).toBe('SendYou have $3 left$3ab');
});

it('removeChild still refuses to remove an element that has a different parent [UI-50]', () => {
  expect(() => document.createElement('div').removeChild(container)).toThrow('not a child');
});
