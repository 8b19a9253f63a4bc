/** Creates a store outside React. Components read it with `useSyncExternalStore`. */
export const createStore = <State>(initialState: State) => {
  let state = initialState;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (newState: State) => {
      state = newState;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
