import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import type { WorkItem } from '@/lib/api/types';

/** The last row opened in this tab. After Back, this row gets the focus. */
let opened: Place | null = null;

type Place = { id: string; index: number };

/**
 * Manages the focus in a list with one link per row. `step` moves the focus. When the focused row leaves the list,
 * the focus moves to its successor (ADM-33). After Back, the focus is on the row that was opened.
 */
export function useRowFocus(rows: readonly WorkItem[] | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<Place | null>(null);
  const isBack = useNavigationType() === NavigationType.Pop;

  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('li > a') ?? [])];
  const focus = useEffectEvent((index: number) => links()[index]?.focus());

  useEffect(() => {
    if (!rows || rows.length === 0) return;
    const returning = isBack ? opened : null;
    opened = null;
    const place = returning ?? last.current;
    const isFocusLost = returning !== null || document.activeElement === document.body;
    if (!place || !isFocusLost) return;
    const index = rows.findIndex(({ id }) => id === place.id);
    if (index < 0 || returning) focus(index < 0 ? Math.min(place.index, rows.length - 1) : index);
  }, [rows, isBack]);

  /** The index of the focused row, or -1. */
  const current = () => links().findIndex((link) => link === document.activeElement);
  const onFocus = () => {
    const index = current();
    const item = rows?.[index];
    if (item) last.current = { id: item.id, index };
  };
  return {
    listProps: { ref: list, onFocus },
    current,
    step: (by: 1 | -1) => links()[Math.max(0, current() + by)]?.focus(),
    remember: (place: Place) => {
      opened = place;
    },
  };
}
