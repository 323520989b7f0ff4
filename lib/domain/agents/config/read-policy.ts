import type { z } from "zod";
import type { Db } from "@/db/client";
import type { policyStates, withheldReason } from "@/lib/contract/agents/config";
import type { walletCall } from "@/lib/contract/merchants/wallet-call";
import type { CommerceLimits } from "@/lib/core/agents/agent-settings";
import type { Address } from "@/lib/core/chain/hex";
import { readPolicyState } from "@/lib/domain/agents/treasury/policy-state";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** Whether the chain holds the agent to what the merchant has set, and what the owner's wallet sends so that it does. */
export interface Policy {
  readonly policy: (typeof policyStates)[number];
  /** In the order in which they are sent. */
  readonly instructions: z.output<typeof walletCall>[];
  /** Why a call of them is not given yet; null: none is withheld. */
  readonly withheld: z.output<typeof withheldReason> | null;
  /** Null: there is no treasury. */
  readonly treasury: Address | null;
}

/** The state of a merchant's treasury in a mode; `unavailable` where none can be made. */
export async function readPolicy(
  ctx: Pick<Context, "chains" | "config">,
  db: Db,
  owner: Owner,
  limits: CommerceLimits,
): Promise<Policy> {
  const state = await readPolicyState(ctx, db, owner, limits);
  return state ?? { policy: "unavailable", instructions: [], withheld: null, treasury: null };
}
