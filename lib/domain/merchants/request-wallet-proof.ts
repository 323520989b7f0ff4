import { randomBytes } from "node:crypto";
import { transaction } from "@/db/client";
import { contractOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { requestWalletProof as declaration } from "@/lib/contract/merchants/merchant-wallets";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { checkWallet } from "./check-payout";
import { requireLiveEligibility } from "./live-eligibility";
import { lockMerchant } from "./merchant-rows";
import { proofMessages } from "./proof-message";
import { refuseInactive } from "./refuse-inactive";
import { requireLiveMode, requireUnregistered } from "./require-unregistered";

type Input = InputOf<typeof declaration>;
type Output = OutputOf<typeof declaration>;

/** How long the wallets have to sign. */
const MINUTES = 10;

/**
 * Words the messages that a merchant's wallets sign so that it is registered in live mode. Those of before are not taken
 * any more.
 * @throws Refusal `invalid_request` with `live_mode_required`, `payout_not_allowed` or `payer_blocked`
 * @throws Refusal `permission_denied` with `live_mode_ineligible`, `merchant_suspended` or `merchant_closed`
 * @throws Refusal `session_invalid_state` with `already_registered` or `registration_pending`
 */
export const requestWalletProof = {
  async prepare(ctx: Context<SessionActor>, { owner }: Input): Promise<null> {
    const { mode } = requireLiveMode(ctx.actor);
    await requireLiveEligibility(ctx);
    if (owner) await checkWallet(ctx, mode, { param: "owner", wallet: owner });
    return null;
  },

  run(ctx: Context<SessionActor>, input: Input): Promise<Output> {
    const { merchantId } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const { payoutAddress: payout } = await lockMerchant(tx, merchantId);
      await refuseInactive(tx, ctx.actor);
      const { deploymentId } = await requireUnregistered(ctx, tx);
      if (payout === null) throw new Error("an eligible merchant has a payout address");
      const owner = input.owner ?? payout;
      const nonce = randomBytes(16).toString("hex");
      const [row] = await tx<{ issuedAt: Date; expiresAt: Date }[]>`
        insert into wallet_proof_requests
          (merchant_id, deployment_id, payout, owner, nonce, expires_at)
        values (
          ${merchantId}, ${deploymentId}, ${payout}, ${owner}, ${nonce},
          now() + ${MINUTES} * interval '1 minute'
        )
        on conflict (merchant_id, deployment_id) do update set payout = excluded.payout,
          owner = excluded.owner, nonce = excluded.nonce, issued_at = now(),
          expires_at = excluded.expires_at
        returning issued_at, expires_at`;
      if (!row) throw new Error("the request is written");
      const deployment = deploymentById(ctx.chains, deploymentId);
      const { chainId } = deployment;
      const { address: registry } = contractOf(deployment, "registry");
      const place = { appUrl: ctx.config.APP_URL, chainId, registry };
      const proof = { merchantId, payout, owner, nonce };
      return {
        object: "wallet_proof_request",
        nonce,
        chainId,
        registryAddress: registry,
        payoutAddress: payout,
        owner,
        messages: proofMessages(place, { ...proof, ...row }),
        expiresAt: row.expiresAt,
      };
    });
  },
};
