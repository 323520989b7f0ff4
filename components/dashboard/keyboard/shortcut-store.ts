/** What a key does on the page that is open. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  /** For the sheet of shortcuts. */
  readonly label: string;
  run(): void;
}

let active: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shortcut[]): void {
  active = next;
  for (const listener of listeners) listener();
}

/** The shortcuts of the page that is open; what was added last goes first. */
export const shortcuts = {
  get: (): readonly Shortcut[] => active,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @returns takes it away */
  add(shortcut: Shortcut): () => void {
    change([shortcut, ...active]);
    return () => change(active.filter((one) => one !== shortcut));
  },
};
