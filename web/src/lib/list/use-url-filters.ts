import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams, type ParamChanges } from './use-change-params';

export type Filters<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Keeps the filters of a list in the URL, so they survive a reload, the back button and a copied link. Empty
 * filters are omitted; other search parameters, such as the open tab, are kept.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const [clears, setClears] = useState(0);
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Filters<Name>;

  const set = (changes: Partial<Record<Name, string>>) => {
    // Does nothing if the user has already chosen another tab that isn't rendered yet: this tab's filters don't belong
    // in its URL.
    if (new URLSearchParams(window.location.search).get('tab') !== params.get('tab')) return;
    changeParams(changes as ParamChanges);
  };
  /** Replaces all filters. Ignores names that are not in this list. */
  const apply = (values: Readonly<Record<string, string>>) =>
    set(Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Partial<Record<Name, string>>);

  const clear = () => {
    apply({});
    setClears(clears + 1);
  };

  /** Props of one filter's control. When `clears` changes, a control discards text that it has not applied yet. */
  const bind = (name: Name) => ({
    value: filters[name],
    onChange: (value: string) => set({ [name]: value } as Partial<Record<Name, string>>),
    clears,
  });

  return { filters, isFiltered: names.some((name) => filters[name] !== ''), set, apply, clear, bind };
}

/** The non-empty filters, as query parameters of a call. */
export function toQueryParams<Name extends string>(filters: Filters<Name>): Partial<Record<Name, string>> {
  const set = Object.entries<string>(filters).filter(([, value]) => value !== '');
  return Object.fromEntries(set) as Partial<Record<Name, string>>;
}
