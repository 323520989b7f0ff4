import { describe, expect, test } from "vitest";
import {
  faultsOf,
  inputOf,
  newDraft,
  newLine,
  partyFaultsOf,
  sumsOf,
  taxRateOf,
  totalOf,
} from "./invoice-draft";

const line = (change: Partial<ReturnType<typeof newLine>>) => ({ ...newLine(0), ...change });
const consulting = line({ description: " Consulting ", quantity: "12", price: "95.00" });
const draft = { ...newDraft("USDC"), lines: [consulting] };

describe("what is sent of an invoice that is typed", () => {
  test("is its lines in the token's smallest unit, and nothing that is empty", () => {
    expect(inputOf(draft)).toEqual({
      lineItems: [{ description: "Consulting", quantity: 12, unitAmount: "95000000" }],
      currency: "USDC",
      dueInDays: 14,
    });
  });

  test("has a line that is free", () => {
    const gift = line({ description: "Gift", price: "0" });
    expect(inputOf({ ...draft, lines: [consulting, gift] })?.lineItems[1]).toEqual({
      ...{ description: "Gift", quantity: 1, unitAmount: "0" },
    });
    expect(totalOf({ lines: [consulting, gift] })).toBe("1140000000");
  });

  test("has parties by their names, with an address where one was typed", () => {
    const seller = { ...draft.seller, legalName: "Aurora SL" };
    const buyer = {
      ...draft.buyer,
      legalName: "Ada GmbH",
      city: " Bonn ",
      country: "DE",
      vatId: " DE123456789 ",
    };
    const input = inputOf({ ...draft, seller, buyer });
    expect(input?.seller).toEqual({ legalName: "Aurora SL" });
    expect(input?.buyer).toEqual({
      legalName: "Ada GmbH",
      address: { city: "Bonn", country: "DE" },
      vatId: "DE123456789",
    });
  });

  test("is nothing while what was typed of a party would be left out", () => {
    const party = { ...draft.buyer, city: "Bonn", country: "DE" };
    expect(inputOf({ ...draft, buyer: party })).toBeNull();
    expect(
      inputOf({ ...draft, seller: { ...party, legalName: "Ada GmbH", country: "" } }),
    ).toBeNull();
  });

  test("is nothing while a line is not complete, or the days are none", () => {
    for (const change of [
      { description: " " },
      { quantity: "0" },
      { quantity: "1.5" },
      { quantity: "10001" },
      { price: "" },
      { price: "1.2345678" },
      { taxCategory: "S" as const, taxRate: "" },
    ]) {
      const lines = [consulting, line({ ...consulting, ...change })];
      expect(inputOf({ ...draft, lines }), JSON.stringify(change)).toBeNull();
    }
    for (const dueInDays of ["", "0", "91", "1.5"]) {
      expect(inputOf({ ...draft, dueInDays }), dueInDays).toBeNull();
    }
    expect(inputOf({ ...draft, lines: [] })).toBeNull();
  });
});

test("a rate is in percent with at most two decimals, above zero in the standard category alone", () => {
  const rate = (taxRate: string) => taxRateOf({ taxCategory: "S", taxRate });
  expect(["19", "7.7", "7,75", "100"].map(rate)).toEqual([1_900, 770, 775, 10_000]);
  expect(["", "0", "100.01", "7.775", "x"].map(rate)).toEqual([null, null, null, null, null]);
  expect(taxRateOf({ taxCategory: "AE", taxRate: "19" })).toBe(0);
});

test("sums are the API's own, and what is not complete counts nothing", () => {
  const taxed = line({ ...consulting, taxCategory: "S", taxRate: "19" });
  const lines = [consulting, taxed, line({ description: "Later" })];
  expect(sumsOf({ lines })).toMatchObject({
    subtotal: 2_280_000_000n,
    taxTotal: 216_600_000n,
    total: 2_496_600_000n,
  });
  expect(totalOf({ lines })).toBe("2496600000");
});

test("a price that is not typed yet is no fault", () => {
  expect(faultsOf(newLine(0))).toEqual({});
  expect(faultsOf(line({ price: "abc", quantity: "", taxCategory: "S" }))).toEqual({
    quantity: expect.any(String),
    taxRate: expect.any(String),
  });
});

test.each([
  [{}, []],
  [{ legalName: "Ada GmbH" }, []],
  [{ legalName: "Ada GmbH", line1: "Markt 1", country: "DE" }, []],
  [{ city: " ", postalCode: " " }, []],
  [{ vatId: "DE123456789" }, ["legalName"]],
  [{ country: "DE" }, ["legalName"]],
  [{ legalName: " ", line1: "Markt 1", country: "DE" }, ["legalName"]],
  [{ legalName: "Ada GmbH", line1: "Markt 1" }, ["country"]],
  [{ legalName: "Ada GmbH", city: "Bonn" }, ["country"]],
  [{ postalCode: "53111" }, ["legalName", "country"]],
])("of a party with %o what is missing is told: %o", (typed, missing) => {
  const faults = partyFaultsOf({ ...newDraft("USDC").buyer, ...typed });
  expect(Object.keys(faults)).toEqual(missing);
});
