import { expect, test } from "vitest";
import { addressSchemes } from "@/lib/core/invoices/address-schemes";
import { partyInput } from "./invoice-fields";

const takes = (scheme: string) =>
  partyInput.safeParse({ legalName: "Ada", electronicAddress: { scheme, id: "a@b.example" } })
    .success;

test("an electronic address is of a scheme that the list has", () => {
  for (const scheme of ["EM", "0088", "0204", "9930", "0002"]) expect(takes(scheme)).toBe(true);
  for (const scheme of ["em", "", "0000", "9906", "9956", "XX", " EM", "EM 9930", "toString"]) {
    expect(takes(scheme), scheme).toBe(false);
  }
});

test("the list is of four digits, and of letters for five kinds of address", () => {
  const letters = [...addressSchemes].filter((code) => !/^(?:0\d{3}|99\d{2})$/.test(code));
  expect(letters).toEqual(["AN", "AQ", "AS", "AU", "EM"]);
  expect(addressSchemes.size).toBe(98);
});
