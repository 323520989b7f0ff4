import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { updateOwnMerchant } from "@/lib/contract/merchants/merchant-account";
import { invalidRequest } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/text/json";
import { metadataExcess } from "@/lib/core/text/metadata-bounds";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { changeLogo } from "./change-logo";
import { changePayout, type PayoutChange, preparePayout } from "./change-payout";
import { checkCountry } from "./check-country";
import { checkPayout } from "./check-payout";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant, type MerchantRow } from "./merchant-rows";

type Input = InputOf<typeof updateOwnMerchant>;
type Output = OutputOf<typeof updateOwnMerchant>;

/**
 * Changes what is given of the merchant. The first payout address of test mode has it registered; where it is registered,
 * the owner's wallet changes the address, and the answer says how.
 * @throws Refusal `permission_denied` with `step_up_required`: there is a payout address already
 * @throws Refusal `invalid_request` with `country_not_served`, `payout_not_allowed`, `payer_blocked` or
 * `metadata_too_large`
 * @throws Refusal `session_invalid_state` with `registration_pending`: the address is being registered
 * @throws Refusal `permission_denied` with `merchant_closed`
 */
export const updateMerchant = {
  async prepare(
    ctx: Context<SessionActor>,
    { countryCode, payoutAddress }: Input,
  ): Promise<PayoutChange> {
    if (countryCode) checkCountry(countryCode);
    if (!payoutAddress) return null;
    await checkPayout(ctx, ctx.actor.mode, payoutAddress);
    return preparePayout(ctx, payoutAddress);
  },

  run(ctx: Context<SessionActor>, input: Input, change: PayoutChange): Promise<Output> {
    const { merchantId, mode } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const before = await lockMerchant(tx, merchantId);
      await write(tx, before, input);
      await changeLogo(tx, before, input.logoUrl);
      const payoutRotation = await changePayout(ctx, tx, before, change);
      const after = await readMerchant({ ...ctx, db: tx }, merchantId, mode);
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
      support_email = ${kept("supportEmail") as string | null},
      time_zone = ${kept("timeZone") as string},
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
  throw invalidRequest("metadata", `metadata ${excess}, including existing keys.`, {
    reason: "metadata_too_large",
  });
}
