import type { Shortcut } from "./shortcut-store";

/** The second key after `g` must follow within this time. */
export const SEQUENCE_MS = 1_200;

/** What was typed so far: `g` waits for where to go. */
export interface KeySequence {
  readonly goAt: number | null;
}

/** A key that was pressed, with where. */
export interface KeyPress {
  readonly key: string;
  /** With Ctrl, Alt or the command key it belongs to the browser or to something else. */
  readonly isModified: boolean;
  /** In a field, or in a dialog: keys belong to that. */
  readonly isTyping: boolean;
  readonly atMs: number;
}

/** What a key does. */
export type KeyEffect =
  | { readonly kind: "none" }
  | { readonly kind: "go"; readonly path: string }
  | { readonly kind: "run"; readonly shortcut: Shortcut };

interface Keys {
  readonly shortcuts: readonly Shortcut[];
  /** Pages by the key that follows `g`. */
  readonly places: ReadonlyMap<string, string>;
}

const none: KeyEffect = { kind: "none" };

/** Reads one key. @returns what it does, and what is waited for next */
export function readKey(
  typed: KeySequence,
  pressed: KeyPress,
  keys: Keys,
): [KeyEffect, KeySequence] {
  const idle: KeySequence = { goAt: null };
  const { key, isModified, isTyping, atMs } = pressed;
  if (isModified || isTyping) return [none, idle];
  if (typed.goAt !== null && atMs - typed.goAt <= SEQUENCE_MS) {
    const path = keys.places.get(key);
    return [path === undefined ? none : { kind: "go", path }, idle];
  }
  if (key === "g") return [none, { goAt: atMs }];
  const shortcut = keys.shortcuts.find((one) => one.key === key);
  return [shortcut ? { kind: "run", shortcut } : none, idle];
}
