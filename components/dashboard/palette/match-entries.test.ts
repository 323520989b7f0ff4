import { expect, it } from "vitest";
import { matchEntries } from "./match-entries";
import type { PaletteEntry } from "./palette-entry";

const entry = (title: string, group = "Pages", detail?: string): PaletteEntry => ({
  id: `${group} ${title}`,
  group,
  title,
  detail,
});
const entries = [
  entry("Home"),
  entry("Live payments"),
  entry("Payments"),
  entry("API keys", "Pages", "Developers"),
  entry("Create a payment", "Actions"),
  entry("Sign out", "Actions"),
];
const titles = (text: string) => matchEntries(entries, text).map(({ title }) => title);

it("has everything in its order where nothing is typed", () => {
  expect(titles("  ")).toEqual(entries.map(({ title }) => title));
});

it("has first what begins with it, then what has a word that does, then what has it anywhere", () => {
  expect(titles("pay")).toEqual(["Payments", "Live payments", "Create a payment"]);
  expect(titles("me")).toEqual(["Home", "Live payments", "Payments", "Create a payment"]);
});

it("takes words in any order and in any case", () => {
  expect(titles("KEYS api")).toEqual(["API keys"]);
  expect(titles("payment create")).toEqual(["Create a payment"]);
});

it("finds by the heading too, and nothing by what is nowhere", () => {
  expect(titles("developers")).toEqual(["API keys"]);
  expect(titles("zebra")).toEqual([]);
});
