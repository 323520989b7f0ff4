import { AlertIcon, CheckIcon, ClockIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { PauseIcon } from "@/components/ui/work-icons";
import type { RowOf } from "@/lib/client/read-page";
import type { listRenewals } from "@/lib/contract/subscriptions/renewals";

export type Renewal = RowOf<typeof listRenewals>;
type Blocker = NonNullable<Renewal["blocker"]>;

const looks = {
  insufficient_balance: { tone: "bad", word: "Balance too low", icon: AlertIcon },
  insufficient_allowance: { tone: "bad", word: "Allowance too low", icon: AlertIcon },
  permit_expired: { tone: "bad", word: "Permit expired", icon: AlertIcon },
  token_paused: { tone: "bad", word: "Token paused", icon: AlertIcon },
  address_blocked: { tone: "bad", word: "Wallet blocked", icon: AlertIcon },
  subscription_paused: { tone: "wait", word: "Paused", icon: PauseIcon },
  unknown: { tone: "neutral", word: "Not known yet", icon: ClockIcon },
} satisfies Record<Blocker, StateLook>;

const covered: StateLook = { tone: "good", word: "Covered", icon: CheckIcon };

/** What a blocker is called. */
export const blockerWord = (blocker: Blocker | null): string =>
  (blocker === null ? covered : looks[blocker]).word;

/** What can be said of a renewal, in words and a sign. */
export function RenewalState({ blocker }: Pick<Renewal, "blocker">) {
  return <StateBadge look={blocker === null ? covered : looks[blocker]} />;
}
