import { transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { transferOwnership as declaration } from "@/lib/contract/merchants/merchant-wallets";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { requireClearWallets } from "./check-payout";
import { lockMerchant } from "./merchant-rows";
import { readLiveRecord } from "./read-live-record";
import { type RecordPlace, recordCalls } from "./record-calls";
import { readStanding } from "./request-registration";

type Input = InputOf<typeof declaration>;

interface OwnedRecord extends RecordPlace {
  readonly owner: Address;
}

/**
 * Tells how the owner's wallet hands a merchant's record over to another one, which has to accept it. Nothing changes here
 * before the chain says so.
 * @throws Refusal `invalid_request` with `payout_not_allowed`, `payer_blocked` or `owner_unchanged`
 * @throws Refusal `session_invalid_state` with `merchant_not_registered`; `api_error` with `screening_unavailable`
 * @throws Refusal `permission_denied` with `merchant_closed`
 */
export const transferOwnership = {
  async prepare(ctx: Context<SessionActor>, { newOwner }: Input): Promise<OwnedRecord> {
    const { db, actor } = ctx;
    const { deploymentId, chainMerchantId, owner } = await readStanding(ctx, db, actor);
    if (chainMerchantId === null || owner === null) {
      throw invalidState("The merchant is not registered on the chain yet.", {
        reason: "merchant_not_registered",
      });
    }
    await requireClearWallets(ctx, actor.mode, [{ param: "newOwner", wallet: newOwner }]);
    const live = await readLiveRecord(ctx, { deploymentId, chainMerchantId });
    return { deploymentId, chainMerchantId, owner: live?.owner ?? owner };
  },

  run(
    ctx: Context<SessionActor>,
    { newOwner }: Input,
    { owner, ...place }: OwnedRecord,
  ): Promise<OutputOf<typeof declaration>> {
    if (newOwner === owner) {
      throw invalidRequest("newOwner", "The wallet already owns the record.", {
        reason: "owner_unchanged",
      });
    }
    return transaction(ctx.db, async (tx) => {
      const { id } = await lockMerchant(tx, ctx.actor.merchantId);
      await recordAudit(ctx, tx, {
        action: "merchant.transfer_ownership",
        subject: { type: "merchant", id },
        before: { owner },
        after: { owner: newOwner, mode: ctx.actor.mode },
      });
      const calls = recordCalls(ctx, place);
      return {
        object: "ownership_transfer",
        status: "awaiting_wallet",
        owner,
        newOwner,
        start: calls.transferOwnership(owner, newOwner),
        accept: calls.acceptOwnership(newOwner),
        cancel: calls.cancelOwnershipTransfer(owner),
      };
    });
  },
};
