import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import type { OwnSubscription, PayerHome, Receipt } from "@/lib/contract/subscriptions/payer-home";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { type Bytes32, checksumAddress } from "@/lib/core/chain/hex";
import { liveSubscriptionStatuses, openPermitStates } from "@/lib/core/states";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { isReturnUrl } from "@/lib/domain/merchants/return-url";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { nextAmountOf } from "@/lib/domain/subscriptions/books/schedule";
import { hasChargeUnderWay } from "@/lib/domain/subscriptions/charges/due-renewals";
import { isCreating } from "@/lib/domain/subscriptions/enrolments/is-creating";
import type { Payer } from "./payer-session";
import type { OwnRow } from "./read-holdings";
import { type OpenPermit, outlooksOf, readHoldings, viewAllowances } from "./read-holdings";

/** The newest that are shown, and of each the newest charges. */
const MOST = 200;
const MOST_RECEIPTS = 24;

/** Every subscription of a payer who is signed in, across all merchants of the mode. */
export async function loadPayerHome(
  ctx: Context<PublicActor>,
  { payer, mode }: Payer,
): Promise<PayerHome> {
  const rows = await findOwn(ctx.db, { payer, mode });
  const [receipts, holdings, permits] = await Promise.all([
    findReceipts(ctx.db, rows),
    readHoldings(ctx, payer, rows),
    findPermits(ctx.db, { payer, mode }),
  ]);
  const outlooks = outlooksOf(rows, holdings);
  const subscriptions = rows.map((row) => ({
    ...viewOwn(deploymentById(ctx.chains, row.deploymentId), row),
    outlook: outlooks.get(row.id) ?? null,
    receipts: receipts.get(row.id) ?? [],
  }));
  return {
    payer: checksumAddress(payer),
    mode,
    subscriptions,
    allowances: viewAllowances(holdings, permits, rows),
  };
}

/** Those whose enrolment failed are left out once the payer has tried again. */
function findOwn(db: Db, { payer, mode }: Payer): Promise<OwnRow[]> {
  return db<OwnRow[]>`
    select s.*, m.business_name, m.website_url, m.time_zone, p.name as plan_name, p.interval, p.interval_count,
      ${hasChargeUnderWay(db)} as is_open,
      s.status = 'past_due' and s.next_charge_at <= clock_now() as is_due,
      s.status = 'pending' and ${isCreating(db, db`s`)} as is_creating,
      exists (
        select from subscriptions e
        where e.payer = s.payer and e.mode = s.mode and e.plan_id = s.plan_id
          and e.merchant_id = s.merchant_id and e.id <> s.id and e.end_at = s.start_at
      ) as follows
    from subscriptions s
    join merchants m on m.id = s.merchant_id
    left join subscription_plans p on p.id = s.plan_id
    where s.payer = ${payer} and s.mode = ${mode} and (not ${hasFailed(db)} or not exists (
      select from subscriptions l
      where l.payer = s.payer and l.mode = s.mode and l.plan_id = s.plan_id
        and l.merchant_id = s.merchant_id and l.created_at > s.created_at
    ))
    order by s.status in ${db(liveSubscriptionStatuses)} and not ${hasFailed(db)} desc,
      s.created_at desc, s.id desc
    limit ${MOST}`;
}

/** Whether the enrolment of a subscription `s` can no longer be executed. */
function hasFailed(db: Db) {
  return db`(s.status = 'pending' and not ${isCreating(db, db`s`)})`;
}

function findPermits(db: Db, { payer, mode }: Payer): Promise<OpenPermit[]> {
  return db<OpenPermit[]>`
    select id, state, tx_hash, deployment_id, token_address from payer_permits
    where payer = ${payer} and mode = ${mode} and state in (${stateList(db, openPermitStates)})
      and state in ('queued', 'signed')`;
}

async function findReceipts(
  db: Db,
  rows: readonly OwnRow[],
): Promise<ReadonlyMap<string, Receipt[]>> {
  const ids = rows.map(({ id }) => id);
  const found = await db<
    { subscriptionId: string; id: string; amount: bigint; txHash: Bytes32; chargedAt: Date }[]
  >`
    select k.subscription_id, t.id, k.amount, t.tx_hash, t.block_timestamp as charged_at
    from unnest(${ids}::text[]) as s (id)
    cross join lateral (
      select * from subscription_charges c where c.subscription_id = s.id
      order by c.period desc, c.number desc limit ${MOST_RECEIPTS}
    ) k
    join transactions t on t.id = k.transaction_id
    order by k.period desc, k.number desc`;
  const bySubscription = new Map<string, Receipt[]>();
  for (const { subscriptionId, id, amount, txHash, chargedAt } of found) {
    const list = bySubscription.get(subscriptionId) ?? [];
    const at = chargedAt.toISOString();
    list.push({ transactionId: id, amount: digits(amount), txHash, chargedAt: at });
    bySubscription.set(subscriptionId, list);
  }
  return bySubscription;
}

function viewOwn(
  deployment: Deployment,
  row: OwnRow,
): Omit<OwnSubscription, "outlook" | "receipts"> {
  const { chain } = deployment;
  return {
    id: row.id,
    merchant: {
      name: withoutBidiControls(row.businessName ?? ""),
      website: row.websiteUrl && isReturnUrl(row.websiteUrl, row.mode) ? row.websiteUrl : null,
      timeZone: row.timeZone,
    },
    plan: planOf(row),
    amount: digits(row.amount),
    due: digits(nextAmountOf(row, row.nextChargeAt)),
    currency: row.currency,
    decimals: tokenAt(deployment, row.tokenAddress)?.decimals ?? currencyDecimals,
    intervalSeconds: Number(row.intervalSeconds),
    network: { label: chain.preset.label, chainId: chain.id, explorer: chain.preset.explorer },
    status: row.status,
    failed: row.status === "pending" && !row.isCreating,
    overdue: row.isDue === true,
    paused: row.pausedAt !== null,
    follows: row.follows,
    failureCode: row.failureCode,
    cap: row.cap === null ? null : digits(row.cap),
    charged: digits(row.charged),
    charging: row.isOpen,
    onchainCancel: row.onchainCancel,
    cancelCall: cancelCallOf(deployment, row),
    ...datesOf(row),
  };
}

function planOf({ planId, planName, interval, intervalCount }: OwnRow): OwnSubscription["plan"] {
  if (planId === null || planName === null || interval === null || intervalCount === null) {
    return null;
  }
  return { id: planId, name: withoutBidiControls(planName), interval, intervalCount };
}

function datesOf({ nextChargeAt, endAt, paidUntil, graceEndsAt }: OwnRow) {
  return {
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    paidUntil: paidUntil?.toISOString() ?? null,
    graceEndsAt: graceEndsAt?.toISOString() ?? null,
  };
}

/** The chain has it from its final creation until it was ended there, or runs out. */
function cancelCallOf(deployment: Deployment, row: OwnRow): OwnSubscription["cancelCall"] {
  const isOver = row.status === "completed" && row.onchainCancel === "none";
  const isEnded = isOver || row.onchainCancel === "confirmed";
  if (row.enrolledAt === null || isEnded) return null;
  const to = checksumAddress(addressOf(deployment, "subscriptions"));
  return { to, data: encodeCancel(row.onchainId) };
}
