import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, type Mail } from "@/lib/domain/mails/mail";
import type { MerchantFacts } from "@/lib/domain/mails/queue-mail";

type TreasuryFacts = MerchantFacts & { chainId: number };

export const treasuryMails = {
  /** That the treasury's policy on the chain is not what the merchant has set. */
  outOfStep: {
    kind: "agent_policy_out_of_step",
    subject: () => "Your agent’s limits differ on-chain",
    body: ({ businessName, chainId }, { networkOf }) => ({
      preheader: "The treasury’s policy on the chain is not the one in your settings.",
      heading: "Your agent’s limits differ on-chain",
      paragraphs: [
        `The policy of your agent’s treasury on ${networkOf(chainId)} differs from your settings. Until you update it with your wallet, the stricter of both holds.`,
      ],
      button: { label: "Open agent", to: "/dashboard/agent" },
      inTestMode: aboutTestMode,
      footer: `You’re receiving this email because ${singleLine(businessName)} has an agent that buys work.`,
    }),
  },
} satisfies Record<string, Mail<TreasuryFacts>>;
