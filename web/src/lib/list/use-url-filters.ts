import { useSearchParams } from 'react-router-dom';

export type Filters<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Keeps the filters of a list in the URL, so that they survive a reload, the back button and a copied link. Empty
 * filters are omitted; other search parameters, such as the open tab, are kept.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Filters<Name>;

  const set = (changes: Partial<Record<Name, string>>) => {
    // Starts from the address bar: `params` is of the last render, so a second change before the next one would undo
    // the first.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };

  /** Replaces all filters. Names that are not of this list are ignored. */
  const apply = (values: Readonly<Record<string, string>>) =>
    set(Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Partial<Record<Name, string>>);

  const clear = () => apply({});

  /** Props of the control of one filter. */
  const bind = (name: Name) => ({
    value: filters[name],
    onChange: (value: string) => set({ [name]: value } as Partial<Record<Name, string>>),
  });

  return { filters, isFiltered: names.some((name) => filters[name] !== ''), set, apply, clear, bind };
}

/** The non-empty filters, as query parameters of a call. */
export function toQueryParams<Name extends string>(filters: Filters<Name>): Partial<Record<Name, string>> {
  const set = Object.entries<string>(filters).filter(([, value]) => value !== '');
  return Object.fromEntries(set) as Partial<Record<Name, string>>;
}
