import { keccak256, stringToHex } from "viem/utils";
import { expect, test } from "vitest";
import type { MandateRequest } from "@/lib/contract/subscriptions/hosted-subscribe";
import { account, manager, now, page, signed, token } from "@/testing/subscribe-page";
import { isDirectAsShown, isMandateAsShown } from "./is-mandate-as-shown";

const other = `0x${"b2".repeat(20)}`;

/** A request as the server words it, with changes of terms that go into both messages. */
function request(
  terms: Partial<MandateRequest["signed"]> = {},
  permit: Record<string, string> = {},
  contract = manager,
): MandateRequest {
  const all = { ...signed, ...terms };
  return {
    permit: {
      domain: { name: "USDC", version: "2", chainId: 31337, verifyingContract: token },
      types: {},
      primaryType: "Permit",
      message: {
        owner: all.payer,
        spender: manager,
        value: all.permitValue,
        nonce: all.permitNonce,
        deadline: all.permitDeadline,
        ...permit,
      },
    },
    intent: {
      domain: { name: "S", version: "1", chainId: 31337, verifyingContract: contract },
      types: {},
      primaryType: "SubscriptionIntent",
      message: all,
    },
    signed: all,
    committed: "5",
    signBefore: "2027-01-15T08:15:00.000Z",
    secondsToSign: 900,
  };
}

const isShown = (asked: MandateRequest) => isMandateAsShown(page, account, asked, now);

test("takes what the page shows, with room for the wallet's other subscriptions", () => {
  expect(isShown(request())).toBe(true);
});

test.each([
  ["another payer", { payer: other }],
  ["another merchant", { merchantId: "8" }],
  ["another token", { token: other }],
  ["a higher price", { amount: "11" }],
  ["a shorter interval", { interval: "86400" }],
  ["a later end", { endAt: String(now + 13 * 2_592_000) }],
  ["no end", { endAt: "0" }],
  [
    "a start that is far ahead",
    { startAt: String(now + 40 * 86_400), endAt: String(now + 40 * 86_400 + 12 * 2_592_000) },
  ],
  ["a higher allowance", { permitValue: "126" }],
  ["another plan", { ref: keccak256(stringToHex("plan_2")) }],
])("refuses %s", (_, terms) => {
  expect(isShown(request(terms))).toBe(false);
});

test.each([
  ["another spender", { spender: other }],
  ["a permit of more than the terms name", { value: "126" }],
  ["a permit of another nonce", { nonce: "5" }],
])("refuses %s", (_, permit) => {
  expect(isShown(request({}, permit))).toBe(false);
});

test("refuses terms for another contract, and fields that the page does not know", () => {
  expect(isShown(request({}, {}, other))).toBe(false);
  expect(isShown(request({}, { extra: "1" }))).toBe(false);
});

const direct = { ...signed, permitDeadline: "0", permitNonce: "4" };

/** What the server says that the wallet sends, with changes. */
const isDirect = (terms: Partial<typeof direct> = {}, committed = "5") =>
  isDirectAsShown(
    page,
    account,
    { terms: { ...direct, ...terms }, committed, onchainId: "0x1", asOf: "" },
    now,
  );

test("what the wallet sends by itself is the page's terms, and no more of an allowance", () => {
  expect(isDirect()).toBe(true);
  expect(isDirect({ permitValue: "126" })).toBe(false);
  expect(isDirect({ permitValue: String(2n ** 256n - 1n) })).toBe(false);
  expect(isDirect({}, "6")).toBe(false);
});

test.each<Partial<typeof direct>>([
  { payer: other },
  { registry: other },
  { merchantId: "8" },
  { token: other },
  { amount: "11" },
  { interval: "2592001" },
  { endAt: String(now + 13 * 2_592_000) },
  { endAt: "0" },
  { startAt: String(now + 40 * 86_400), endAt: String(now + 40 * 86_400 + 12 * 2_592_000) },
  { permitDeadline: String(now + 900) },
  { ref: keccak256(stringToHex("plan_2")) },
])("nothing is sent where %j is not what is shown", (change) => {
  expect(isDirect(change)).toBe(false);
});
