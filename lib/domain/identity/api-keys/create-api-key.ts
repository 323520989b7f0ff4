import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createApiKey as declaration } from "@/lib/contract/identity/api-keys";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { type Scope, scopePresets } from "@/lib/core/identity/scopes";
import { requireLiveEligibility } from "@/lib/domain/merchants/live-eligibility";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { lockForKey, makerOf, refuseFurtherScopes } from "@/lib/domain/platform/key-making";
import { readClock } from "@/lib/domain/platform/read-clock";
import { readKey } from "./key-rows";
import { mintKey } from "./mint-key";
import { recordNewKey } from "./record-new-key";
import type { KeyRecord } from "./store-key";
import { type KeyWithSecret, viewKey } from "./view";

type Input = InputOf<typeof declaration>;

/** How many keys of a mode a merchant may have that are neither revoked nor expired. */
export const maxKeys = 100;

/**
 * Makes an API key and shows its text, this once.
 * @throws Refusal `permission_denied`: a scope or mode that the caller's own key lacks; a live key of a merchant who
 * may not go live (`details.reasons`)
 * @throws Refusal `invalid_request`: `expiresAt` is over; 100 keys are there
 */
export const createApiKey: PreparedVerb<MerchantActor, Input, readonly Scope[], KeyWithSecret> = {
  async prepare(ctx, { mode, scopes }) {
    const wanted = typeof scopes === "string" ? scopePresets[scopes] : (scopes ?? []);
    if (ctx.actor.kind === "key" && ctx.actor.mode !== mode) {
      throw new Refusal("permission_denied", `This API key works in ${ctx.actor.mode} mode.`, {
        param: "mode",
        details: { reason: "key_mode_mismatch" },
      });
    }
    refuseFurtherScopes(ctx.actor, wanted);
    if (mode === "live") await requireLiveEligibility(ctx);
    return wanted;
  },

  async run(ctx, input, wanted) {
    return transaction(ctx.db, async (tx) => {
      await lockForKey(tx, ctx.actor);
      await refuseOver(tx, input);
      await refuseTooMany(tx, ctx.actor, input);
      const { id, key } = await mintKey({ ...ctx, db: tx }, recordOf(ctx, input, wanted));
      const row = await readKey(tx, id);
      await recordNewKey(ctx, tx, "create", row);
      return { ...viewKey(row, undefined), secret: key };
    });
  },
};

function recordOf(
  { actor }: Context<MerchantActor>,
  { kind = "secret", name, mode, expiresAt, apiVersion, allowedOrigins }: Input,
  scopes: readonly Scope[],
): KeyRecord {
  const { merchantId } = actor;
  const common = { merchantId, name, mode, expiresAt, apiVersion, createdByKey: makerOf(actor) };
  return kind === "secret" ? { ...common, kind, scopes } : { ...common, kind, allowedOrigins };
}

async function refuseOver(tx: TransactionSql, { expiresAt }: Input): Promise<void> {
  if (!expiresAt || expiresAt > (await readClock(tx))) return;
  throw invalidRequest("expiresAt", "expiresAt must be in the future.", {
    reason: "already_expired",
  });
}

/** The merchant is locked: no other key is made meanwhile. */
async function refuseTooMany(
  tx: TransactionSql,
  { merchantId }: MerchantActor,
  { mode }: Input,
): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and status = 'active'
      and (expires_at is null or expires_at > clock_now())`;
  if (!row || row.count < maxKeys) return;
  throw invalidRequest("mode", `Each mode can have at most ${maxKeys} keys: revoke one first.`, {
    reason: "too_many_keys",
  });
}
