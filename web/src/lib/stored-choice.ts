import { createStore, type Store } from './store';

/** For each key, a function that reads the stored choice again. */
const refreshers = new Map<string, () => void>();

/** A choice that the browser remembers. The first of its `values` applies until another is chosen. */
export function createStoredChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): Store<Value> {
  const read = () => {
    try {
      const stored = localStorage.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      return values[0];
    }
  };
  const store = createStore(read());
  refreshers.set(key, () => store.set(read()));
  return {
    ...store,
    set(next) {
      try {
        localStorage.setItem(key, next);
      } catch {
        // If storage is blocked, the choice lasts until the page closes.
      }
      store.set(next);
    },
  };
}

/** Applies the choices that are made in other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    for (const [own, refresh] of refreshers) if (key === own || key === null) refresh();
  });
}
