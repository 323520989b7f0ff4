import { type TransactionSql, transaction } from "@/db/client";
import type {
  changeMerchantStatus as declarationOfStatus,
  changeMerchantTier as declarationOfTier,
} from "@/lib/contract/admin/merchants";
import type { InputOf } from "@/lib/contract/endpoint";
import { invalidState, notFound } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import { requireRole } from "@/lib/domain/admin/require-role";
import { withdrawPlanned } from "@/lib/domain/merchants/fee-falls";
import type { MerchantRow } from "@/lib/domain/merchants/merchant-rows";
import { setStatus } from "@/lib/domain/merchants/set-status";
import { setTier } from "@/lib/domain/merchants/set-tier";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { beginClosing } from "./begin-closing";
import { type MerchantChange, readChange } from "./merchant-summary";

/** Which merchant, and why. */
interface Target {
  readonly id: string;
  readonly reason?: string | null | undefined;
}

/**
 * Suspends a merchant: new money flows are refused at once, open sessions can still be paid.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `merchant_closed`
 */
export const suspendMerchant = (ctx: Context<AdminActor>, target: Target) =>
  changeStatus(ctx, target, "suspended");

/**
 * Makes a suspended merchant active again.
 * @throws Refusal as `suspendMerchant` does
 */
export const reactivateMerchant = (ctx: Context<AdminActor>, target: Target) =>
  changeStatus(ctx, target, "active");

/**
 * Closes a merchant for good. What is open is ended by a job, once no payment for it is on its way.
 * @throws Refusal `not_found`
 */
export const closeMerchant = (ctx: Context<AdminActor>, target: Target) =>
  changeStatus(ctx, target, "closed");

/**
 * Sets a merchant's status, as the verb for each does.
 * @throws Refusal as `suspendMerchant` does
 * @throws Refusal `permission_denied` with `role_missing`: only a super admin closes
 */
export async function changeMerchantStatus(
  ctx: Context<AdminActor>,
  { status, ...target }: InputOf<typeof declarationOfStatus>,
): Promise<MerchantChange> {
  if (status === "closed") requireRole(ctx.actor, "super_admin");
  return changeStatus(ctx, target, status);
}

/**
 * Changes a merchant's tier; the fee of each of its registrations follows.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `merchant_closed`
 * @throws Refusal `permission_denied` with `role_missing`: only a super admin gives `enterprise`
 */
export async function changeMerchantTier(
  ctx: Context<AdminActor>,
  { id, tier, reason = null }: InputOf<typeof declarationOfTier>,
): Promise<MerchantChange> {
  if (tier === "enterprise") requireRole(ctx.actor, "super_admin");
  return transaction(ctx.db, async (tx) => {
    const before = await lockAny(tx, id);
    if (before.tier === tier) return readChange(tx, id);
    if (before.status === "closed") throw closed();
    await withdrawPlanned(tx, id);
    const by = { name: ctx.actor.adminId, reason };
    await setTier(ctx, tx, before, { tier, by, notBefore: null });
    return readChange(tx, id);
  });
}

async function changeStatus(
  ctx: Context<AdminActor>,
  { id, reason = null }: Target,
  status: MerchantStatus,
): Promise<MerchantChange> {
  return transaction(ctx.db, async (tx) => {
    const before = await lockAny(tx, id);
    if (before.status === status) return readChange(tx, id);
    if (before.status === "closed") throw closed();
    await setStatus(ctx, tx, before, { status, by: { name: ctx.actor.adminId, reason } });
    if (status === "closed") await beginClosing(tx, id);
    return readChange(tx, id);
  });
}

async function lockAny(tx: TransactionSql, id: string): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`select * from merchants where id = ${id} for no key update`;
  if (!row) throw notFound("merchant");
  return row;
}

const closed = () =>
  invalidState("The merchant is closed.", { reason: "merchant_closed", currentStatus: "closed" });
