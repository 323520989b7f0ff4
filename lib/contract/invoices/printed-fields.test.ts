import { expect, test } from "vitest";
import { createOwnMerchant } from "@/lib/contract/merchants/merchants";
import { createInvoice } from "./invoices";

const party = {
  legalName: "Aurora GmbH",
  address: {
    line1: "Lindenstraße 1",
    line2: "Hof",
    city: "Berlin",
    region: "Berlin",
    postalCode: "10969",
    country: "DE",
  },
  vatId: "DE123456789",
  reference: "HRB 1",
  contact: { name: "Billing", phone: "+49 30 1234567", email: "billing@aurora.example" },
  electronicAddress: { scheme: "EM", id: "billing@aurora.example" },
};
/** An invoice with every text that it may have. */
const full = {
  lineItems: [{ description: "Coffee", quantity: 1, unitAmount: "1000000", unit: "kg" }],
  currency: "USDC",
  customerName: "Ada",
  customerEmail: "ada@example.com",
  note: "Thank you",
  serviceDate: "2026-11-30",
  buyerReference: "PO-42",
  seller: party,
  buyer: party,
};
type Json = string | number | readonly Json[] | { readonly [name: string]: Json };

/** The texts of a value, each with its path. */
function textsIn(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === "string") return [[...path]];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) =>
    textsIn(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy with one text changed. */
function withText(value: Json, [name, ...rest]: readonly (string | number)[], text: string): Json {
  if (name === undefined) return text;
  const copy: Json = structuredClone(value) as Json;
  Reflect.set(copy as object, name, withText(Reflect.get(copy as object, name), rest, text));
  return copy;
}

const paths = textsIn(full).map((path) => [path.join("."), path] as const);

test.each(paths)("%s refuses a character that no document can print, by its name", (_, path) => {
  const parsed = createInvoice.body?.safeParse(withText(full, path, "Ada 😀"));
  expect(parsed?.error?.issues.map((issue) => issue.path)).toEqual([path]);
});

test("every text is taken in every script that can be printed", () => {
  const names = [
    "株式会社オーロラ",
    "에티오피아",
    "上海咖啡",
    "شركة النور",
    "חברת אור",
    "บริษัทน้ำดำ",
  ];
  const free = paths.filter(
    ([name]) => !/country|currency|unitAmount|vatId|[eE]mail|scheme|serviceDate/.test(name),
  );
  expect(free.length).toBeGreaterThan(15);
  for (const [name, path] of free) {
    for (const text of names) {
      const shown = name.endsWith("postalCode") ? text.slice(0, 8) : text;
      const parsed = createInvoice.body?.safeParse(withText(full, path, shown));
      expect(parsed?.success, `${name} ${text}`).toBe(true);
    }
  }
});

test("a business whose name cannot be printed is told which character that is", () => {
  const parsed = createOwnMerchant.body?.safeParse({ businessName: "Aurora ☕" });
  expect(parsed?.error?.issues).toMatchObject([
    { path: ["businessName"], message: expect.stringContaining("“☕”, U+2615") },
  ]);
});
