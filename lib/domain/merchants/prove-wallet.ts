import { hashMessage } from "viem";
import { type TransactionSql, transaction } from "@/db/client";
import type { walletProofRequests } from "@/db/schema/merchants";
import { signatureBytes } from "@/lib/adapters/chain/calls/signatures";
import { contractOf, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { isSignedFor } from "@/lib/adapters/chain/reads/signed-for";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { proveWallet as declaration } from "@/lib/contract/merchants/merchant-wallets";
import { invalidRequest, invalidState, type Refusal, unavailable } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { requireClearWallets } from "./check-payout";
import { getChainStatus } from "./get-chain-status";
import { requireLiveEligibility } from "./live-eligibility";
import { lockMerchant } from "./merchant-rows";
import { type ProofMessage, proofMessages } from "./proof-message";
import { refuseInactive } from "./refuse-inactive";
import { requestRegistration } from "./request-registration";
import { requireLiveMode, requireUnregistered } from "./require-unregistered";

type Input = InputOf<typeof declaration>;
type ProofRow = typeof walletProofRequests.$inferSelect;

/**
 * Takes the signatures of a merchant's wallets, once, and has the operator's wallet register it in live mode.
 * @throws Refusal `invalid_request` with `live_mode_required`, `signature_invalid`, `payout_not_allowed` or `payer_blocked`
 * @throws Refusal `permission_denied` with `live_mode_ineligible`, `merchant_suspended` or `merchant_closed`
 * @throws Refusal `session_invalid_state` with `already_registered`, `registration_pending`, `proof_expired`,
 * `payout_changed`; `api_error` with `screening_unavailable` or `chain_unavailable`
 */
export const proveWallet = {
  async prepare(ctx: Context<SessionActor>, input: Input): Promise<ProofRow> {
    const { mode } = requireLiveMode(ctx.actor);
    const { deploymentId } = await requireUnregistered(ctx, ctx.db);
    await requireLiveEligibility(ctx);
    const [proof] = await ctx.db<ProofRow[]>`
      select * from wallet_proof_requests
      where merchant_id = ${ctx.actor.merchantId} and deployment_id = ${deploymentId}
        and nonce = ${input.nonce} and expires_at > now()`;
    if (!proof) throw expired();
    await requireClearWallets(ctx, mode, [
      { param: "payoutSignature", wallet: proof.payout },
      { param: "ownerSignature", wallet: proof.owner },
    ]);
    await requireSignatures(ctx, deploymentById(ctx.chains, deploymentId), proof, input);
    return proof;
  },

  run(
    ctx: Context<SessionActor>,
    _input: Input,
    proof: ProofRow,
  ): Promise<OutputOf<typeof declaration>> {
    return transaction(ctx.db, async (tx) => {
      const { tier, payoutAddress } = await lockMerchant(tx, ctx.actor.merchantId);
      await refuseInactive(tx, ctx.actor);
      await requireUnregistered(ctx, tx);
      const { payout, owner } = proof;
      if (payoutAddress !== payout) {
        throw invalidState("The payout address was changed. Request another message.", {
          reason: "payout_changed",
        });
      }
      await use(tx, proof);
      await requestRegistration(ctx, tx, { tier, payout, owner });
      await recordAudit(ctx, tx, {
        action: "merchant.prove_wallet",
        subject: { type: "merchant", id: ctx.actor.merchantId },
        before: null,
        after: { payout, owner, nonce: proof.nonce },
      });
      return getChainStatus({ ...ctx, db: tx });
    });
  },
};

const expired = (): Refusal =>
  invalidState("Request another message to sign.", { reason: "proof_expired" });

/** Deletes the signed request: it can be used only once. */
async function use(tx: TransactionSql, proof: ProofRow): Promise<void> {
  const { merchantId, deploymentId, nonce } = proof;
  const { count } = await tx`
    delete from wallet_proof_requests
    where merchant_id = ${merchantId} and deployment_id = ${deploymentId} and nonce = ${nonce}
      and expires_at > now()`;
  if (count === 0) throw expired();
}

async function requireSignatures(
  { config }: Pick<Context, "config">,
  deployment: Deployment,
  proof: ProofRow,
  input: Input,
): Promise<void> {
  const { address: registry } = contractOf(deployment, "registry");
  const place = { appUrl: config.APP_URL, chainId: deployment.chainId, registry };
  for (const wanted of proofMessages(place, proof)) {
    if (await isSigned(deployment, wanted, input)) continue;
    throw invalidRequest(`${wanted.role}Signature`, "This is not the wallet's signature.", {
      reason: "signature_invalid",
    });
  }
}

async function isSigned(
  { chain }: Deployment,
  { role, signer, message }: ProofMessage,
  { payoutSignature, ownerSignature }: Input,
): Promise<boolean> {
  const signature = role === "payout" ? payoutSignature : ownerSignature;
  if (!signature) return false;
  const rpc = rpcWithin(chain.rpc, requestMs);
  try {
    return await isSignedFor(rpc, signer, hashMessage(message), signatureBytes(signature));
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    throw unavailable("chain_unavailable", "The chain does not answer: try again.");
  }
}
