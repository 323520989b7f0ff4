import { AlertIcon, CheckIcon, ClockIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { ScreeningResult } from "@/lib/core/kinds";

const looks = {
  clear: { tone: "good", word: "Clear", icon: CheckIcon },
  flagged: { tone: "wait", word: "On the watch list", icon: AlertIcon },
  blocked: { tone: "bad", word: "Blocked", icon: AlertIcon },
  unavailable: { tone: "wait", word: "No answer", icon: ClockIcon },
} satisfies Record<ScreeningResult, StateLook>;

/** The results of a screening, for a filter. */
export const resultOptions = (Object.keys(looks) as ScreeningResult[]).map((value) => ({
  value,
  label: looks[value].word,
}));

/** What screening said of a wallet. */
export function ScreeningState({ result }: { result: ScreeningResult }) {
  return <StateBadge look={looks[result]} />;
}

const sources: Readonly<Record<string, string>> = {
  list: "Blocklist",
  watchlist: "Watch list",
  chainalysis: "Sanctions oracle",
  issuer: "Token issuer",
};

/** The lists that were asked or that name a wallet, as people call them. */
export const sourceWords = (names: readonly string[]): string =>
  names.map((name) => sources[name] ?? name).join(", ");

const triggers: Readonly<Record<string, string>> = {
  relay: "Payment submitted",
  settlement: "Payment settled",
  renewal: "Renewal",
  refund: "Refund",
  list_change: "List changed",
};

/** What a screening was made for, as people call it. */
export const triggerWords = (trigger: string): string => triggers[trigger] ?? trigger;
