import { useLayoutEffect, useRef } from 'react';

/** Minimum distance to the left and right edges of the window. */
const MARGIN_PX = 8;
/**
 * Whether the browser can put the tooltip into the top layer. In older browsers (Chrome before 114, Safari before 17,
 * Firefox before 125), a scrolling box may cut off the tooltip.
 */
const HAS_TOP_LAYER = 'popover' in HTMLElement.prototype;

/**
 * The tooltip of its parent element. It is in the top layer, so neither scrolling boxes nor dialogs cut it off. It
 * touches its parent, so the pointer can move from the parent onto the tooltip. Hidden from screen readers, because the
 * parent can offer them the same text.
 */
export function TooltipBubble({ lines }: { lines: readonly string[] }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    const trigger = element?.parentElement;
    if (!element || !trigger) return;
    if (HAS_TOP_LAYER) element.showPopover();
    const place = () => placeBeside(element, trigger);
    place();
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', place, { capture: true });
      if (HAS_TOP_LAYER) element.hidePopover();
    };
  }, []);
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="animate-fade fixed inset-auto z-60 m-0 max-w-[calc(100vw-1rem)] border-0 bg-transparent py-1.5 text-left whitespace-normal"
    >
      <span className="block rounded-md bg-ink px-2.5 py-1.5 text-xs font-normal text-paper">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Centers the bubble above the trigger, or below if there is no room above. */
function placeBeside(bubble: HTMLElement, trigger: HTMLElement): void {
  const { left, top, bottom, width } = trigger.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = bubble;
  const rightmost = document.documentElement.clientWidth - offsetWidth - MARGIN_PX;
  const centered = left + width / 2 - offsetWidth / 2;
  bubble.style.left = `${Math.max(MARGIN_PX, Math.min(centered, rightmost))}px`;
  bubble.style.top = `${top - offsetHeight >= 0 ? top - offsetHeight : bottom}px`;
}
