import { asRows } from "@/db/as-rows";
import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { PayoutTrouble } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { checkWallet } from "@/lib/domain/merchants/check-payout";
import type { Context, SystemActor } from "@/lib/domain/platform/context";

/** They are judged at once: a node answers so many. */
const ROUND = 100;

/** A payout address that a registry names. */
interface UnjudgedPayout {
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
  readonly mode: Mode;
  readonly payout: Address;
}

interface Judged extends UnjudgedPayout {
  readonly payoutTrouble: PayoutTrouble | null;
}

/**
 * Judges the payout addresses that registries name as of their final blocks, as `checkPayout` judges one that is given
 * here: an owner can set any address on the chain. While one is in trouble, no session is opened with it. An address that
 * cannot be screened now waits for the next round. Drawn by lot, so that many that wait keep none of the others.
 * @returns how many were judged
 */
export async function judgePayouts(
  ctx: Pick<Context<SystemActor>, "db" | "config" | "chains">,
): Promise<number> {
  const payouts = await readUnjudged(ctx.db);
  const found = await Promise.all(
    payouts.map(async (payout) => ({ payout, verdict: await judge(ctx, payout) })),
  );
  const judged = found.flatMap(({ payout, verdict }) =>
    verdict === "unavailable" ? [] : [{ ...payout, payoutTrouble: verdict }],
  );
  await storeJudged(ctx.db, judged);
  return judged.length;
}

function readUnjudged(db: Db): Promise<UnjudgedPayout[]> {
  return db<UnjudgedPayout[]>`
    select deployment_id, chain_merchant_id, mode, payout from merchant_registrations
    where payout is distinct from payout_judged
    order by random() limit ${ROUND}`;
}

async function judge(
  ctx: Pick<Context<SystemActor>, "config" | "chains">,
  { mode, payout }: UnjudgedPayout,
): Promise<PayoutTrouble | "unavailable" | null> {
  try {
    const result = await checkWallet(ctx, mode, { param: "payoutAddress", wallet: payout });
    return result === "unavailable" ? "unavailable" : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.info.details.reason === "payer_blocked" ? "payer_blocked" : "payout_not_allowed";
  }
}

/** One that has changed meanwhile is judged in the next round. */
async function storeJudged(db: Db, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  await db`
    update merchant_registrations m
    set payout_judged = m.payout, payout_trouble = j."payoutTrouble"
    from json_to_recordset(${asRows(judged)}::text::json) as j("deploymentId" text,
      "chainMerchantId" numeric, payout text, "payoutTrouble" text)
    where m.deployment_id = j."deploymentId" and m.chain_merchant_id = j."chainMerchantId"
      and m.payout = hex_bytes(j.payout)`;
}
