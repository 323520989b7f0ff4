/** State outside of any component, for `useSyncExternalStore`. */
export interface Store<State, Action> {
  get(): State;
  dispatch(action: Action): void;
  subscribe(listener: () => void): () => void;
}

/** A store around a pure reducer. */
export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
