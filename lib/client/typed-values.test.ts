import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ControlFacts,
  findForm,
  isReplacedByItself,
  keepTyped,
  putBackTyped,
  valuesOf,
} from "./typed-values";

const text = (name: string, value: string, more: Partial<ControlFacts> = {}): ControlFacts => ({
  name,
  type: "text",
  value,
  ...more,
});

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("location", { pathname: "/dashboard/plans/new", search: "?mode=test" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("values are kept by name, those of a repeated name by their place", () => {
  const values = valuesOf([
    text("email", "ada@example.com"),
    text("line", "one"),
    text("line", "two"),
    text("tax", "on", { type: "checkbox", checked: true }),
    text("kind", "once", { type: "select-one" }),
  ]);
  expect(values).toEqual({
    email: "ada@example.com",
    line: "one",
    "line#1": "two",
    tax: "true",
    kind: "once",
  });
});

test.each([
  ["a password", text("secret1", "x", { type: "password" })],
  ["a password that is shown", text("pass", "x", { autocomplete: "current-password" })],
  ["a code", text("factor", "123456", { autocomplete: "one-time-code" })],
  ["a recovery code", text("code", "abcd")],
  ["a key", text("privateKey", "0x1")],
  ["a file", text("picture", "C:\\a.png", { type: "file" })],
  ["a hidden token", text("challenge", "x", { type: "hidden" })],
  ["what cannot be typed", text("address", "0x1", { readOnly: true })],
  ["what has no name", text("", "x")],
])("%s is never kept", (_, control) => {
  expect(valuesOf([control])).toEqual({});
});

test("a form is found by its fields, also where it has grown since", () => {
  const plan = { name: "Pro", amount: "1" };
  const grown = { name: "Pro", amount: "1", "line#1": "two" };
  const other = { email: "ada@example.com" };
  expect(findForm([other, grown, plan], { name: "", amount: "" })).toBe(plan);
  expect(findForm([other, grown], { name: "", amount: "" })).toBe(grown);
  expect(findForm([grown], { amount: "", name: "" })).toBeUndefined();
  expect(findForm([plan], { name: "" })).toBeUndefined();
  expect(findForm([plan], {})).toBeUndefined();
});

/** A form as the page has it, with the values that were set in it as if typed. */
function formOf(...names: string[]) {
  const told: string[] = [];
  class Input {
    validity = {};
    type = "text";
    #value = "";
    constructor(readonly name: string) {}
    get value() {
      return this.#value;
    }
    set value(next: string) {
      this.#value = next;
    }
    dispatchEvent({ type }: Event) {
      told.push(`${this.name} ${type}`);
    }
  }
  const elements = names.map((name) => new Input(name));
  const form = { elements, querySelector: () => null } as unknown as HTMLFormElement;
  return { form, told, values: () => elements.map(({ value }) => value) };
}

test("what was typed is put back once, and React is told", async () => {
  keepTyped([{ name: "Pro", amount: "1" }]);
  const first = formOf("name", "amount");
  await putBackTyped(first.form);
  expect(first.values()).toEqual(["Pro", "1"]);
  expect(first.told).toEqual(["name input", "name change", "amount input", "amount change"]);
  const second = formOf("name", "amount");
  await putBackTyped(second.form);
  expect(second.values()).toEqual(["", ""]);
});

test("a form that has left the page stays kept, and one that is there is kept as it is now", async () => {
  keepTyped([{ name: "Pro" }, { email: "ada@example.com" }]);
  keepTyped([{ name: "Team" }]);
  const [named, mailed] = [formOf("name"), formOf("email")];
  await putBackTyped(named.form);
  await putBackTyped(mailed.form);
  expect([named.values(), mailed.values()]).toEqual([["Team"], ["ada@example.com"]]);
});

test("nothing is put back on another page, or later than ten minutes", async () => {
  vi.useFakeTimers();
  keepTyped([{ name: "Pro" }]);
  vi.stubGlobal("location", { pathname: "/dashboard/plans/new", search: "?mode=live" });
  const elsewhere = formOf("name");
  await putBackTyped(elsewhere.form);
  expect(elsewhere.values()).toEqual([""]);
  vi.stubGlobal("location", { pathname: "/dashboard/plans/new", search: "?mode=test" });
  vi.advanceTimersByTime(600_000);
  const later = formOf("name");
  await putBackTyped(later.form);
  expect(later.values()).toEqual([""]);
});

test("where the browser keeps nothing, the page goes on", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  kept.clear();
  keepTyped([{ name: "Pro" }]);
  const { form, values } = formOf("name");
  await putBackTyped(form);
  expect(values()).toEqual(["Pro"]);
});

const origin = "https://pay.example";

test.each([
  ["replace", `${origin}/dashboard`, false, true],
  ["push", `${origin}/dashboard#top`, false, true],
  ["reload", `${origin}/dashboard`, false, false],
  ["replace", `${origin}/dashboard/plans`, false, false],
  ["replace", `${origin}/dashboard`, true, false],
])(
  "a %s to %s within the document %s replaces the page by itself: %s",
  (navigationType, url, sameDocument, is) => {
    const leaving = { navigationType, destination: { url, sameDocument } };
    expect(isReplacedByItself(leaving, `${origin}/dashboard`)).toBe(is);
  },
);
