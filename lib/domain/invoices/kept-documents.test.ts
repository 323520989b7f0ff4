import { expect, test } from "vitest";
import { printedInvoiceSample } from "@/testing/printed-invoice";
import { keptDocument } from "./kept-documents";

test("one version of an invoice is written once, and another version anew", async () => {
  const [first, again] = await Promise.all([
    keptDocument(printedInvoiceSample),
    keptDocument({ ...printedInvoiceSample }),
  ]);
  expect(again).toBe(first);
  expect(await keptDocument(printedInvoiceSample)).toBe(first);
  const paid = await keptDocument({ ...printedInvoiceSample, status: "paid" });
  expect(paid.equals(first)).toBe(false);
  expect(await keptDocument(printedInvoiceSample, { profile: "en16931", xml: "<a/>" })).not.toBe(
    first,
  );
});
