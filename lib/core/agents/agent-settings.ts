import type { Address } from "@/lib/core/chain/hex";
import { defaultRecovery, type RecoverySettings } from "@/lib/core/subscriptions/recovery";
import type { AgentCapability } from "./capabilities";

/** How sure the agent is of an anomaly before it tells of it. */
export const anomalySensitivities = ["low", "medium", "high"] as const;
export type AnomalySensitivity = (typeof anomalySensitivities)[number];

/** The longest template of a notification, in characters. */
export const maxTemplateLength = 2_000;

/** The most vendors that a merchant can approve. */
export const maxVendors = 100;

export interface CashflowSettings {
  readonly digestEnabled: boolean;
  readonly anomalySensitivity: AnomalySensitivity;
  /** Kept, and never acts. */
  readonly autoConvertToYield: boolean;
  /** What is to stay in the payout wallet; US cents. */
  readonly minimumLiquidReserveCents: bigint;
}

/** Limits of what the agent may buy. */
export interface CommerceLimits {
  /** A job above it waits for a person; US cents. */
  readonly requireHumanApprovalAboveUsdCents: bigint;
  readonly approvedVendors: readonly Address[];
  /** The most of 30 days, in US cents; null: no cap. */
  readonly monthlySpendCapUsdCents: bigint | null;
}

/** What a merchant has set for its agent, in one mode. */
export interface AgentSettings {
  readonly enabledCapabilities: readonly AgentCapability[];
  readonly recovery: RecoverySettings & { readonly notificationTemplate: string | null };
  readonly cashflow: CashflowSettings;
  readonly commerce: CommerceLimits;
}

/** Of a merchant that has set nothing. */
export const defaultAgentSettings: AgentSettings = {
  enabledCapabilities: [],
  recovery: { ...defaultRecovery, notificationTemplate: null },
  cashflow: {
    digestEnabled: false,
    anomalySensitivity: "medium",
    autoConvertToYield: false,
    minimumLiquidReserveCents: 100_000n,
  },
  commerce: {
    requireHumanApprovalAboveUsdCents: 100_000n,
    approvedVendors: [],
    monthlySpendCapUsdCents: null,
  },
};
