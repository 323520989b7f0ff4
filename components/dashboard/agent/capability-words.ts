import type { AgentCapability } from "@/lib/core/agents/capabilities";

interface Words {
  readonly title: string;
  /** What the agent does. */
  readonly does: string;
  /** What it may spend. */
  readonly spends: string;
}

const nothing = "It spends nothing.";
const kept = "Your choice is saved, and has no effect here.";

/** What each capability is called, does and may spend. */
export const capabilityWords: Readonly<Record<AgentCapability, Words>> = {
  recovery: {
    title: "Recovery",
    does: "Tries failed renewals again by your schedule, and tells payers in your words.",
    spends: nothing,
  },
  cashflow: {
    title: "Cash flow",
    does: "Watches each day’s figures, tells you what is unusual, and sends the daily digest.",
    spends: nothing,
  },
  commerce: {
    title: "Commerce",
    does: "Buys work from vendors through an escrow, within your limits.",
    spends: "It spends only from the agent’s treasury, up to the limits below.",
  },
  pricing_intelligence: {
    title: "Pricing intelligence",
    does: "Tells you each week how your plans do. It never changes a price.",
    spends: nothing,
  },
  identity: { title: "Identity", does: kept, spends: nothing },
  routing: { title: "Routing", does: kept, spends: nothing },
};
