import type { getAgentTreasury } from "@/lib/contract/agents/treasury";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

/** The agent's treasury, as the API shows it. */
export type Treasury = ReceivedOutput<typeof getAgentTreasury>;

/** What is needed of a treasury to move money into it and out of it. */
export type TreasuryAccount = Pick<
  Treasury,
  "chainId" | "treasuryAddress" | "owner" | "payoutAddress" | "balances"
>;

export type TransferKind = "deposit" | "withdraw";

/** What a person moves; digits in the token's smallest unit. */
export interface Transfer {
  readonly currency: string;
  readonly token: string;
  readonly amount: string;
  /** Where a withdrawal goes. */
  readonly to: string;
}
