import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { MerchantStatus, Tier } from "@/lib/core/merchants/merchant-states";
import type { Merchant } from "./merchant-shapes";

export const statusWords: Readonly<Record<MerchantStatus, string>> = {
  active: "Active",
  suspended: "Suspended",
  closed: "Closed",
};

const looks: Readonly<Record<MerchantStatus, StateLook>> = {
  active: { tone: "good", word: statusWords.active, icon: CheckIcon },
  suspended: { tone: "wait", word: statusWords.suspended, icon: AlertIcon },
  closed: { tone: "neutral", word: statusWords.closed, icon: CrossIcon },
};

/** Where a merchant's account stands. */
export const MerchantState = ({ status }: { status: MerchantStatus }) => (
  <StateBadge look={looks[status]} />
);

export const tierWords: Readonly<Record<Tier, string>> = {
  free: "Free",
  growth: "Growth",
  business: "Business",
  enterprise: "Enterprise",
};

type Registration = Merchant["registrations"][number];

/** Whether a registry has the record as it is here; `unknown` while its chain does not answer. */
export function agreementOf(
  status: MerchantStatus,
  { onchainStatus, differences }: Pick<Registration, "onchainStatus" | "differences">,
): "agrees" | "differs" | "unknown" {
  if (onchainStatus === null) return "unknown";
  return onchainStatus === status && differences.length === 0 ? "agrees" : "differs";
}

const agreementLooks: Readonly<Record<ReturnType<typeof agreementOf>, StateLook>> = {
  agrees: { tone: "good", word: "In agreement", icon: CheckIcon },
  differs: { tone: "wait", word: "Differs", icon: AlertIcon },
  unknown: { tone: "neutral", word: "Chain not responding", icon: AlertIcon },
};

/** Whether a registry agrees with the record here. */
export const Agreement = ({ found }: { found: ReturnType<typeof agreementOf> }) => (
  <StateBadge look={agreementLooks[found]} />
);

const onchainLooks: Readonly<Record<Merchant["onchain"], StateLook>> = {
  confirmed: { tone: "neutral", word: "On-chain: confirmed", icon: CheckIcon },
  queued: { tone: "wait", word: "On-chain: queued", icon: ClockIcon },
};

/** Whether the operator's wallet still has to tell a registry of a change. */
export const OnchainState = ({ onchain }: Pick<Merchant, "onchain">) => (
  <StateBadge look={onchainLooks[onchain]} />
);

const differenceWords: Readonly<Record<Registration["differences"][number], string>> = {
  owner: "owner",
  payout: "payout wallet",
  feeBps: "fee",
  nextFeeBps: "announced fee",
};

/** What a registry does not agree on, in words. */
export const sayDifferences = (names: Registration["differences"]): string =>
  names.map((name) => differenceWords[name]).join(", ");
