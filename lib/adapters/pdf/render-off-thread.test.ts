import { expect, test } from "vitest";
import { TurnsTaken } from "@/lib/core/async/bounded-turns";
import { printedInvoiceSample, printedLine } from "@/testing/printed-invoice";
import { renderInvoice } from "./render-invoice";
import { renderOffThread } from "./render-off-thread";

const long = { ...printedInvoiceSample, lines: Array(400).fill(printedLine) };

test("a document that another thread writes is the same byte by byte", async () => {
  const here = await renderInvoice(printedInvoiceSample, { profile: "en16931", xml: "<a/>" });
  expect(
    here.equals(await renderOffThread(printedInvoiceSample, { profile: "en16931", xml: "<a/>" })),
  ).toBe(true);
});

test("this thread goes on meanwhile", async () => {
  let turns = 0;
  let isWritten = false;
  const writing = renderOffThread(long).finally(() => {
    isWritten = true;
  });
  while (!isWritten) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    turns += 1;
  }
  expect((await writing).subarray(0, 4).toString()).toBe("%PDF");
  expect(turns).toBeGreaterThan(10);
});

test("a document that fails leaves the next ones to be written", async () => {
  await expect(renderOffThread({ ...long, issuedAt: "never" })).rejects.toThrow("not written");
  expect((await renderOffThread(printedInvoiceSample)).length).toBeGreaterThan(1_000);
});

test("too many that wait are refused", async () => {
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => renderOffThread(long)));
  const reasons = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(reasons.length).toBeGreaterThanOrEqual(7);
  expect(reasons.every((reason) => reason instanceof TurnsTaken)).toBe(true);
});
