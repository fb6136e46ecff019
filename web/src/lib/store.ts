import { useSyncExternalStore } from 'react';

/** A value outside React's state. Components and other modules are notified when it changes. */
export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  isFollowed: () => boolean;
  use: () => Value;
};

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    isFollowed: () => listeners.size > 0,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
