import { useState } from 'react';

/** The selected rows of a list. May contain ids that are no longer in the list; callers ignore those. */
export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all of these ids, or deselects them if all are selected. */
  toggleAll: (ids: readonly string[]) => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds((current) => {
      const next = new Set(current);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const toggleAll = (all: readonly string[]) =>
    setIds((current) => {
      const next = new Set(current);
      const areAllSelected = all.every((id) => current.has(id));
      for (const id of all) {
        if (areAllSelected) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  return { ids, toggle, toggleAll, clear: () => setIds(new Set()) };
}
