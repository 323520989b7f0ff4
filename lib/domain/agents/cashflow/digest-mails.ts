import type { z } from "zod";
import type { agentDigest } from "@/lib/contract/agents/digest";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  aboutTestMode,
  formatDay,
  formatMoney,
  type Mail,
  type MailRow,
} from "@/lib/domain/mails/mail";
import type { MerchantFacts } from "@/lib/domain/mails/queue-mail";

/** What a digest tells, as it is stored: amounts and cents in digits. */
export type DigestFacts = MerchantFacts & { digest: z.input<typeof agentDigest> };

const blockers: Readonly<Record<string, string>> = {
  insufficient_balance: "balance too low",
  insufficient_allowance: "spending limit too low",
  permit_expired: "permission expired",
  token_paused: "token paused",
  address_blocked: "wallet blocked",
  subscription_paused: "paused",
  unknown: "not known yet",
};

export const digestMails = {
  /** What moved yesterday, and what is ahead. */
  daily: {
    kind: "agent_digest",
    subject: ({ businessName, digest }) =>
      `${singleLine(businessName)}: cash flow of ${formatDay(digest.day)}`,
    body(facts) {
      const { digest } = facts;
      return {
        isOurs: true,
        preheader: anomalyLine(digest),
        heading: `Cash flow of ${formatDay(digest.day)}`,
        paragraphs: [
          anomalyLine(digest),
          ...digest.anomalies.map(({ text }) => text),
          runwayLine(digest),
        ],
        facts: [...flowRows(digest), ...renewalRows(digest)],
        button: { label: "Open the agent", to: `/dashboard/agent?mode=${digest.mode}` },
        inTestMode: aboutTestMode,
        footer: `You’re receiving this email because the daily digest is on for ${singleLine(facts.businessName)}. Turn it off on the agent’s page.`,
      };
    },
  },
} satisfies Record<string, Mail<DigestFacts>>;

const anomalyLine = ({ anomalies }: DigestFacts["digest"]): string =>
  anomalies.length === 0
    ? "Nothing unusual."
    : `Unusual figures: ${anomalies.length}. They are compared with the 28 days before.`;

const dollars = (cents: string): string =>
  `${formatMoney(`${cents}0000`, "USDC").split("\u00a0")[0]} USD`;

function runwayLine({ runway }: DigestFacts["digest"]): string {
  const { liquidCents, reserveCents, isBelow, days } = runway;
  if (liquidCents === null) return "The balance of your payout wallet is not known at the moment.";
  const held = `Your payout wallet holds about ${dollars(liquidCents)}`;
  const reserve = `your reserve of ${dollars(reserveCents)}`;
  if (isBelow) return `${held}, which is below ${reserve}.`;
  if (days === null)
    return `${held}, which covers ${reserve}. In the last 28 days no more went out than came in.`;
  return `${held}. At the pace of the last 28 days it reaches ${reserve} in ${days} days.`;
}

const flowRows = ({ currencies }: DigestFacts["digest"]): MailRow[] =>
  currencies.flatMap(({ currency, in: received, out, fees, refunds }): MailRow[] => [
    [`In, ${currency}`, formatMoney(received, currency)],
    [
      `Out, ${currency}`,
      `${formatMoney(out, currency)} (fees ${formatMoney(fees, currency)}, refunds ${formatMoney(refunds, currency)})`,
    ],
  ]);

function renewalRows({ renewals }: DigestFacts["digest"]): MailRow[] {
  const { days, complete } = renewals;
  return renewals.currencies.flatMap(
    ({ currency, renewals: count, amount, byBlocker }): MailRow[] => {
      if (count === 0) return [];
      const kept = byBlocker.flatMap(({ blocker, renewals: some }) =>
        blocker === null ? [] : [`${some} ${blockers[blocker] ?? blocker}`],
      );
      const named = `${complete ? "" : "at least "}${count} for ${formatMoney(amount, currency)}`;
      const text = kept.length === 0 ? named : `${named}; ${kept.join(", ")}`;
      return [[`Renewals in ${days} days, ${currency}`, text]];
    },
  );
}
