import { expect, test } from "vitest";
import { type Address, zeroAddress } from "@/lib/core/chain/hex";
import type { ExceptionKind } from "@/lib/core/states";
import { type IncomingPayment, judgeSettlement, type SessionTerms } from "./judge-settlement";

const token: Address = `0x${"11".repeat(20)}`;
const deadline = new Date("2026-11-20T12:00:00Z");
const paid: IncomingPayment = { token, amount: 100n, blockTimestamp: deadline };
const asked: SessionTerms = {
  tokenAddress: token,
  amount: 100n,
  status: "pending",
  expiresAt: deadline,
  invoiceId: null,
  taken: false,
  relayed: false,
  lost: false,
};
const after = new Date(deadline.getTime() + 1_000);

test.each<[string, Partial<IncomingPayment>, Partial<SessionTerms>, ExceptionKind]>([
  ["the amount, at the last moment", {}, {}, "none"],
  ["one unit less", { amount: 99n }, {}, "underpaid"],
  ["one unit more", { amount: 101n }, {}, "overpaid"],
  ["another token", { token: zeroAddress }, {}, "underpaid"],
  ["much of another token", { token: zeroAddress, amount: 10n ** 9n }, {}, "underpaid"],
  ["a second after the deadline", { blockTimestamp: after }, {}, "late"],
  ["after the deadline, relayed before", { blockTimestamp: after }, { relayed: true }, "none"],
  ["to an expired session, in time", {}, { status: "expired" }, "none"],
  ["to an expired session, too late", { blockTimestamp: after }, { status: "expired" }, "late"],
  ["to a cancelled session, before the cancel", {}, { status: "cancelled" }, "none"],
  ["after the cancel", { blockTimestamp: after }, { status: "cancelled" }, "late"],
  [
    "after the cancel, relayed",
    { blockTimestamp: after },
    { status: "cancelled", relayed: true },
    "late",
  ],
  ["to a voided invoice", {}, { status: "cancelled", invoiceId: "inv_1" }, "late"],
  ["to a session that is not open yet", {}, { status: "created" }, "late"],
  ["after another payment", {}, { taken: true }, "duplicate"],
  ["to a paid session", {}, { status: "confirmed" }, "duplicate"],
  ["to a refunded session", {}, { status: "refunded" }, "duplicate"],
  ["to a paid session that lost its payment", {}, { status: "confirmed", lost: true }, "none"],
  [
    "after the deadline, to a paid session that lost its payment",
    { blockTimestamp: after },
    { status: "confirmed", lost: true },
    "none",
  ],
  [
    "a second one, to a paid session that lost its payment",
    {},
    { status: "confirmed", lost: true, taken: true },
    "duplicate",
  ],
  ["too little, to a paid session", { amount: 1n }, { status: "confirmed" }, "underpaid"],
  [
    "to a paid session after its deadline",
    { blockTimestamp: after },
    { status: "confirmed" },
    "duplicate",
  ],
])("%s", (_what, change, session, exception) => {
  expect(judgeSettlement({ ...paid, ...change }, { ...asked, ...session })).toBe(exception);
});
