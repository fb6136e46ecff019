import type { PointerEvent, RefObject } from 'react';

/** Scrolls an element by dragging its content with the mouse. Touch scrolls natively. */
export function usePan(scroller: RefObject<HTMLElement | null>) {
  return {
    onPointerDown: ({ pointerType, pointerId, button }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0) scroller.current?.setPointerCapture(pointerId);
    },
    onPointerMove: ({ pointerId, movementX, movementY }: PointerEvent) => {
      if (scroller.current?.hasPointerCapture(pointerId) === true)
        scroller.current.scrollBy(-movementX, -movementY);
    },
  };
}
