import type { Locator, Page } from 'playwright-core';
import { waitFor, expectSoon } from '../harness/index.js';

const TAB_STOPS_MAX = 80;
const FOCUS_TIMEOUT_MS = 5_000;

export const focused = (page: Page): Locator => page.locator(':focus');

export async function waitForFocus(page: Page, target: Locator): Promise<void> {
  await target.and(focused(page)).waitFor();
}

/** Runs in the page. Returns why the focus is not visible, or null if it is. */
function findFocusProblem(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  // The calendar button inside a date field has the browser's own focus ring.
  if (element.matches('input[type="date"], input[type="datetime-local"]') && !element.matches(':focus'))
    return null;
  const hasOutline = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration): boolean =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  const hasFocusRing = (candidate: Element): boolean =>
    candidate.getBoundingClientRect().width > 1 &&
    (hasOutline(getComputedStyle(candidate)) || hasOutline(getComputedStyle(candidate, '::after')));
  // A control that is drawn by its label or by an overlay shows its focus ring there.
  const ringed = [element, element.parentElement, element.parentElement?.parentElement].find(
    (candidate) => candidate && hasFocusRing(candidate),
  );
  const name = `<${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? element.textContent}`;
  if (!ringed) return `${name} has focus but no focus ring`;
  const toasts = '[aria-label^="Notifications (F8)"]';
  const { left, top, width, height } = ringed.getBoundingClientRect();
  const above = document
    .elementsFromPoint(left + width / 2, top + height / 2)
    // Toasts cover the top bar for a few seconds, so this ignores them unless the focus is in one.
    .find((candidate) => element.closest(toasts) !== null || candidate.closest(toasts) === null);
  if (!above) return `${name} has focus but is outside the viewport`;
  return ringed.contains(above) || above.contains(ringed) ? null : `${name} has focus but is covered`;
}

/** Checks that the focused element shows its focus and is not covered. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  // Waits, because a skip link slides in when it is focused.
  const isVisible = async (): Promise<boolean> => (await page.evaluate(findFocusProblem)) === null;
  await waitFor(isVisible, { what: 'the focus to show', timeoutMs: FOCUS_TIMEOUT_MS }).catch(() => undefined);
  await expectSoon(() => page.evaluate(findFocusProblem)).toBeNull();
}

/** Presses Tab, and checks that the focus shows. */
export async function pressTab(page: Page, key = 'Tab'): Promise<void> {
  await page.keyboard.press(key);
  await expectVisibleFocus(page);
}

/** Moves to a control with Tab alone, and checks that every stop on the way shows the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < TAB_STOPS_MAX; stop += 1) {
    await pressTab(page, key);
    if ((await target.and(focused(page)).count()) > 0) return;
  }
  throw new Error(`${String(target)} cannot be reached with the keyboard`);
}

/** Elements that Tab should reach. In each group of radio buttons or tabs, only one is a tab stop. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Runs in the page. Returns the visible controls that have not had the focus since `watchFocus` was called. */
function findUnreached(selector: string): string[] {
  const { reached } = window as unknown as { reached: WeakSet<Element> };
  const isControl = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled, input[type="radio"]:not(:checked)') &&
    element.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll(selector)]
    .filter((element) => isControl(element) && !reached.has(element))
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Runs in the page: remembers each element that gets the focus. */
function watchFocus(): void {
  const target = window as unknown as { reached: WeakSet<Element> };
  target.reached = new WeakSet();
  document.addEventListener('focusin', ({ target: element }) => target.reached.add(element as Element));
}

/**
 * Presses Tab until the end of the page. Returns the tab stops whose focus was not visible, and the controls that
 * were not reached.
 */
export async function keyboardProblems(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  const problems: string[] = [];
  for (let stop = 0; stop < TAB_STOPS_MAX * 4; stop += 1) {
    await page.keyboard.press('Tab');
    // After the page's last control, the focus moves to the browser.
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    // Checks again later if there is a problem, because transitions take time, for example on the skip link.
    if ((await page.evaluate(findFocusProblem)) === null) continue;
    await waitFor(async () => (await page.evaluate(findFocusProblem)) === null, {
      what: 'the focus to show',
      timeoutMs: 1_000,
    }).catch(() => undefined);
    const problem = await page.evaluate(findFocusProblem);
    if (problem !== null) problems.push(problem);
  }
  const unreached = await page.evaluate(findUnreached, CONTROLS);
  return [...problems, ...unreached.map((element) => `not reached by Tab: ${element}`)];
}
