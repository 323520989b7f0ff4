import { encodeFunctionData } from "viem";
import { type TransactionSql, transaction } from "@/db/client";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { contractOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { updateOwnMerchant } from "@/lib/contract/merchant-account";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import type { Address } from "@/lib/core/hex";
import type { JsonObject } from "@/lib/core/json";
import { metadataExcess } from "@/lib/core/metadata-bounds";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/context";
import { checkPayout } from "./check-payout";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant, type MerchantRow } from "./merchant-rows";
import { readStanding, requestRegistration } from "./request-registration";

type Input = InputOf<typeof updateOwnMerchant>;
type Output = OutputOf<typeof updateOwnMerchant>;

/**
 * Changes what is given of the merchant. The first payout address of test mode has it registered; where it is registered,
 * the owner's wallet changes the address, and the answer says how.
 * @throws Refusal `invalid_request` with `payout_not_allowed`, `payer_blocked` or `metadata_too_large`
 * @throws Refusal `session_invalid_state` with `registration_pending`: the address is being registered
 * @throws Refusal `permission_denied` with `merchant_closed`
 */
export const updateMerchant = {
  async prepare(ctx: Context<SessionActor>, { payoutAddress }: Input): Promise<null> {
    if (payoutAddress) await checkPayout(ctx, ctx.actor.mode, payoutAddress);
    return null;
  },

  run(ctx: Context<SessionActor>, input: Input): Promise<Output> {
    const { merchantId, mode } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const before = await lockMerchant(tx, merchantId);
      await write(tx, before, input);
      const payoutRotation = await changePayout(ctx, tx, before, input.payoutAddress);
      const after = await readMerchant(tx, merchantId, mode);
      await recordAudit(ctx, tx, {
        action: "merchant.update",
        subject: { type: "merchant", id: merchantId },
        before: changedOf(before, input),
        after: changedOf({ ...before, ...after }, input),
      });
      return { ...after, payoutRotation };
    });
  },
};

/** Of the fields that were given, what they are. */
function changedOf(row: object, input: Input): JsonObject {
  const named = Object.keys(input).map((name) => [name, Reflect.get(row, name)]);
  return JSON.parse(JSON.stringify(Object.fromEntries(named)));
}

async function write(tx: TransactionSql, before: MerchantRow, input: Input): Promise<void> {
  const kept = <Name extends keyof Input & keyof MerchantRow>(name: Name) =>
    input[name] === undefined ? before[name] : input[name];
  await tx`
    update merchants set business_name = ${kept("businessName") as string},
      default_currency = ${kept("defaultCurrency") as string},
      website_url = ${kept("websiteUrl") as string | null},
      logo_url = ${kept("logoUrl") as string | null},
      country_code = ${kept("countryCode") as string | null},
      metadata = ${tx.json(merge(before.metadata, input.metadata ?? {}))},
      email_prefs = ${tx.json({ ...before.emailPrefs, ...input.emailPrefs })},
      updated_at = clock_now()
    where id = ${before.id}`;
}

function merge(kept: Record<string, unknown>, given: Record<string, unknown>): JsonObject {
  const entries = Object.entries({ ...kept, ...given }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  const excess = metadataExcess(merged);
  if (!excess) return merged as JsonObject;
  throw invalidRequest("metadata", `metadata ${excess}, what is kept included.`, {
    reason: "metadata_too_large",
  });
}

async function changePayout(
  ctx: Context<SessionActor>,
  tx: TransactionSql,
  before: MerchantRow,
  payout: Address | undefined,
): Promise<Output["payoutRotation"]> {
  const { mode } = ctx.actor;
  const isLive = mode === "live";
  if (payout === undefined) return null;
  const standing = await readStanding(ctx, tx, ctx.actor);
  const said = isLive ? before.payoutAddress : before.testPayoutAddress;
  if (payout === (standing.payout ?? said)) return null;
  if (standing.chainMerchantId !== null && standing.owner !== null) {
    return rotation(ctx, { ...standing, owner: standing.owner, payout }, standing.chainMerchantId);
  }
  if (standing.isUnderWay) {
    throw invalidState("The address is being registered on the chain: wait for it.", {
      reason: "registration_pending",
    });
  }
  await tx`
    update merchants set payout_address = case when ${isLive} then ${payout} else payout_address end,
      test_payout_address = case when ${isLive} then test_payout_address else ${payout} end
    where id = ${before.id}`;
  if (!isLive) await requestRegistration(ctx, tx, { tier: before.tier, payout });
  return null;
}

/** The call by which the owner's wallet changes where payments go. */
function rotation(
  { chains }: Pick<Context, "chains">,
  { deploymentId, owner, payout }: { deploymentId: string; owner: Address; payout: Address },
  chainMerchantId: bigint,
): NonNullable<Output["payoutRotation"]> {
  const deployment = deploymentById(chains, deploymentId);
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "setPayout",
    args: [chainMerchantId, payout],
  });
  const { address: to } = contractOf(deployment, "registry");
  const summary = "Send payments to another wallet from then on";
  const call = { chainId: deployment.chainId, to, data, value: "0" as const, from: owner, summary };
  return { status: "awaiting_wallet", instructions: call };
}
