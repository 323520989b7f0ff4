import { expect, test } from "vitest";
import { type KeySequence, readKey, SEQUENCE_MS } from "./read-key";

const create = { key: "c", label: "New", run: () => {} };
const keys = { shortcuts: [create], places: new Map([["c", "/dashboard/customers"]]) };
const idle: KeySequence = { goAt: null };
const pressed = (key: string, change = {}) => ({
  key,
  isModified: false,
  isTyping: false,
  atMs: 1_000,
  ...change,
});

test("a key does what the page says", () => {
  expect(readKey(idle, pressed("c"), keys)).toEqual([{ kind: "run", shortcut: create }, idle]);
  expect(readKey(idle, pressed("x"), keys)).toEqual([{ kind: "none" }, idle]);
});

test("after g a key goes to a page, and does nothing else", () => {
  const [, typed] = readKey(idle, pressed("g"), keys);
  expect(typed).toEqual({ goAt: 1_000 });
  const go = { kind: "go", path: "/dashboard/customers" };
  expect(readKey(typed, pressed("c", { atMs: 1_500 }), keys)).toEqual([go, idle]);
  expect(readKey(typed, pressed("x", { atMs: 1_500 }), keys)).toEqual([{ kind: "none" }, idle]);
});

test("g is forgotten after a while", () => {
  const late = pressed("c", { atMs: 1_001 + SEQUENCE_MS });
  expect(readKey({ goAt: 1_000 }, late, keys)[0]).toEqual({ kind: "run", shortcut: create });
});

test("where something is typed, or with a key of the browser's, a key belongs to that", () => {
  for (const change of [{ isTyping: true }, { isModified: true }]) {
    expect(readKey(idle, pressed("c", change), keys)[0]).toEqual({ kind: "none" });
    expect(readKey({ goAt: 1_000 }, pressed("c", change), keys)).toEqual([{ kind: "none" }, idle]);
  }
});
