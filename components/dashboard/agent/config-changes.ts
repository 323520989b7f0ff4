import { changedFields } from "@/lib/client/changed-fields";
import type { AgentCapability } from "@/lib/core/agents/capabilities";
import { type AgentConfig, type ConfigChange, centsText, typedCents } from "./agent-config";

/** What is sent so that one capability is switched, and the others stay as they are stored. */
export function capabilityChange(
  stored: Pick<AgentConfig, "enabledCapabilities">,
  name: AgentCapability,
  wanted: boolean,
): ConfigChange {
  const others = stored.enabledCapabilities.filter((one) => one !== name);
  return { enabledCapabilities: wanted ? [...others, name] : others };
}

type Recovery = AgentConfig["recovery"];

/** What was changed of the recovery settings. The API needs the message each time: the stored one is repeated. */
export const recoveryChange = (
  stored: Pick<AgentConfig, "recovery">,
  began: Recovery,
  typed: Recovery,
): ConfigChange => {
  const { notificationTemplate } = stored.recovery;
  return { recovery: { notificationTemplate, ...changedFields(began, typed) } };
};

/** The cash flow settings while they are typed. */
export type CashflowDraft = Omit<AgentConfig["cashflow"], "minimumLiquidReserveCents"> & {
  /** In whole dollars, e.g. "1000.00". */
  readonly reserve: string;
};

export const cashflowDraftOf = ({
  minimumLiquidReserveCents,
  ...rest
}: AgentConfig["cashflow"]): CashflowDraft => ({
  ...rest,
  reserve: centsText(minimumLiquidReserveCents),
});

const cashflowOf = ({ reserve, ...rest }: CashflowDraft) => ({
  ...rest,
  minimumLiquidReserveCents: typedCents(reserve) ?? 0,
});

/** What was changed of the cash flow settings. */
export const cashflowChange = (began: CashflowDraft, typed: CashflowDraft): ConfigChange => ({
  cashflow: changedFields(cashflowOf(began), cashflowOf(typed)),
});

type Commerce = AgentConfig["commerce"];

/** The limits of commerce while they are typed. */
export interface CommerceDraft {
  /** In whole dollars, as the cap, which is empty for none. */
  readonly threshold: string;
  readonly cap: string;
  /** An address per line. */
  readonly vendors: string;
}

export const commerceDraftOf = (commerce: Commerce): CommerceDraft => {
  const cap = commerce.monthlySpendCapUsdCents;
  return {
    threshold: centsText(commerce.requireHumanApprovalAboveUsdCents),
    cap: cap === null ? "" : centsText(cap),
    vendors: commerce.approvedVendors.join("\n"),
  };
};

const commerceOf = ({ threshold, cap, vendors }: CommerceDraft) => ({
  requireHumanApprovalAboveUsdCents: typedCents(threshold) ?? 0,
  monthlySpendCapUsdCents: typedCents(cap),
  approvedVendors: vendors.split(/[\s,]+/).filter((one) => one !== ""),
});

/** Which limits of commerce were changed. The API needs the cap each time: the stored one is repeated. */
export const commerceChange = (
  stored: { readonly commerce: Pick<Commerce, "monthlySpendCapUsdCents"> },
  began: CommerceDraft,
  typed: CommerceDraft,
): ConfigChange => {
  const { monthlySpendCapUsdCents } = stored.commerce;
  const changed = changedFields(commerceOf(began), commerceOf(typed));
  return { commerce: { monthlySpendCapUsdCents, ...changed } };
};
