import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { AgentJobStatus } from "@/lib/core/agents/job-states";
import type { Currency } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";

/** What the hosted page of a job shows its vendor. Amounts are digits in the token's smallest unit, instants ISO 8601. */
export interface JobPage {
  readonly mode: Mode;
  readonly status: AgentJobStatus;
  /** The job is decided, and the escrow still holds its money, because the token refused the transfer. */
  readonly isHeld: boolean;
  readonly merchant: HostedMerchant;
  readonly description: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly decimals: number;
  readonly vendor: string;
  readonly evaluator: string;
  /** The merchant's own treasury judges. */
  readonly isJudgedByMerchant: boolean;
  readonly network: PayNetwork;
  readonly submitBy: string;
  readonly expiresAt: string;
  readonly deliverable: string | null;
  /** How the vendor's wallet submits: the call's data are `prefix`, 64 hex digits of the hash, and `suffix`; null where it can't now. */
  readonly submission: {
    readonly to: string;
    readonly prefix: string;
    readonly suffix: string;
  } | null;
  /** The call by which the vendor's wallet has the escrow pay what the token had refused; null where nothing is held. */
  readonly claim: { readonly to: string; readonly data: string } | null;
  /** The local chain's id, where the job is on it: its test wallets can send there. */
  readonly localChainId: number | null;
  readonly transaction: { readonly hash: string; readonly url: string | null } | null;
}
