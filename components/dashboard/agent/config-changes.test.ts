import { expect, test } from "vitest";
import {
  type CashflowDraft,
  capabilityChange,
  cashflowChange,
  commerceChange,
  recoveryChange,
} from "./config-changes";
import { shownAfter } from "./use-draft";

test("switching a capability leaves those that another person has switched meanwhile", () => {
  const stored = { enabledCapabilities: ["recovery", "commerce"] as const };
  const now = { enabledCapabilities: [...stored.enabledCapabilities] };
  expect(capabilityChange(now, "cashflow", true)).toEqual({
    enabledCapabilities: ["recovery", "commerce", "cashflow"],
  });
  expect(capabilityChange(now, "commerce", false)).toEqual({ enabledCapabilities: ["recovery"] });
});

test("a change of the commerce limits has those that were typed anew, and the stored cap", () => {
  const began = { threshold: "100.00", cap: "500.00", vendors: "0xa\n0xb" };
  const stored = { commerce: { monthlySpendCapUsdCents: 20_000 } };
  expect(commerceChange(stored, began, { ...began, threshold: "50" })).toEqual({
    commerce: { requireHumanApprovalAboveUsdCents: 5_000, monthlySpendCapUsdCents: 20_000 },
  });
  expect(commerceChange(stored, began, { ...began, cap: "", vendors: "0xa, 0xb" })).toEqual({
    commerce: { monthlySpendCapUsdCents: null },
  });
  expect(commerceChange(stored, began, { ...began, vendors: "0xa" })).toEqual({
    commerce: { monthlySpendCapUsdCents: 20_000, approvedVendors: ["0xa"] },
  });
});

test("a change of recovery has what was chosen anew, and the stored message", () => {
  const began = { gracePeriodHours: 24, strategy: "once", notificationTemplate: null } as const;
  const stored = { recovery: { ...began, notificationTemplate: "Please pay." } };
  expect(recoveryChange(stored, began, { ...began, gracePeriodHours: 72 })).toEqual({
    recovery: { gracePeriodHours: 72, notificationTemplate: "Please pay." },
  });
  expect(recoveryChange(stored, began, { ...began, notificationTemplate: "Hello." })).toEqual({
    recovery: { notificationTemplate: "Hello." },
  });
});

test("a change of cash flow has what was changed alone", () => {
  const began: CashflowDraft = {
    digestEnabled: true,
    anomalySensitivity: "low",
    autoConvertToYield: false,
    reserve: "10.00",
  };
  expect(cashflowChange(began, { ...began, digestEnabled: false, reserve: "10" })).toEqual({
    cashflow: { digestEnabled: false },
  });
  expect(cashflowChange(began, { ...began, reserve: "0.5" })).toEqual({
    cashflow: { minimumLiquidReserveCents: 50 },
  });
});

test("a saved form shows what is stored, but keeps what was typed while it was saved", () => {
  const [began, sent, stored] = [{ cap: "1" }, { cap: "2" }, { cap: "2.00" }];
  const after = (draft: typeof sent) => shownAfter({ began, draft }, { sent, stored });
  expect(after(sent)).toEqual({ began: stored, draft: stored });
  expect(after({ cap: "3" })).toEqual({ began: sent, draft: { cap: "3" } });
});
