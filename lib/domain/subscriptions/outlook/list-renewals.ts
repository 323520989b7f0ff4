import type { Db } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listRenewals as declaration } from "@/lib/contract/subscriptions/renewals";
import { isAtRisk } from "@/lib/core/subscriptions/renewal-blockers";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { DEFAULT_LIMIT } from "@/lib/domain/platform/pages/page";
import { readClock } from "@/lib/domain/platform/read-clock";
import type { Outlook } from "./predict-renewals";
import { readOutlooks } from "./read-outlooks";
import { type DuePosition, decodeCursor, encodeCursor } from "./renewal-cursor";
import { readPeriod } from "./renewal-period";
import {
  type AheadRenewal,
  aheadColumns,
  hasAhead,
  type Period,
  renewalsAhead,
} from "./renewals-ahead";

type View = OutputOf<typeof declaration>["data"][number];
type Owner = Pick<MerchantActor, "merchantId" | "mode">;

interface Seen {
  readonly renewal: AheadRenewal;
  readonly outlook: Outlook;
}

/** How many renewals a page of `blocked` looks through, in rounds of a page's most rows. */
const ROUNDS = 5;
const MOST_ROWS = 100;

/**
 * Lists a merchant's renewals of a period, the earliest due first, with what would keep each from being charged.
 * @throws Refusal `invalid_request`: a bad cursor; the period is empty or too long
 */
export async function listRenewals(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { db, actor } = ctx;
  const now = await readClock(db);
  const period = readPeriod(input, now);
  const { limit = DEFAULT_LIMIT, cursor, blocked } = input;
  const isAsked = ({ outlook }: Seen) =>
    blocked === undefined || isAtRisk(outlook.blocker) === blocked;
  const found: Seen[] = [];
  let after = cursor === undefined ? null : decodeCursor(cursor);
  let hasMore = true;
  const atOnce = blocked === undefined ? limit : MOST_ROWS;
  for (let round = 0; round < ROUNDS && hasMore && found.length < limit; round += 1) {
    const rows = await readRenewals(db, actor, { ...period, after }, atOnce + 1);
    const shown = rows.slice(0, atOnce);
    const outlookOf = await readOutlooks(ctx, shown, now);
    const seen = shown.map((renewal) => ({ renewal, outlook: outlookOf(renewal) }));
    const asked = seen.filter(isAsked).slice(0, limit - found.length);
    found.push(...asked);
    const isFull = found.length === limit;
    const last = isFull ? asked.at(-1)?.renewal : shown.at(-1);
    hasMore = rows.length > atOnce || (isFull && last !== shown.at(-1));
    after = last ? { dueAt: last.dueAt, id: last.subscriptionId } : after;
  }
  return {
    object: "list",
    data: found.map((one) => viewRenewal(one, actor)),
    hasMore,
    nextCursor: hasMore && after ? encodeCursor(after) : null,
    url: "/v1/renewals",
  };
}

const FIRST_SLICE_MS = 900_000;
/** By how much a slice may be longer than the one before. */
const GROWTH = { least: 2, most: 96 };

/**
 * The first rows of a period after a position. Of many, those of a short slice of it alone are read: each slice is as
 * long as the rows of the one before promise.
 */
export async function readRenewals(
  db: Db,
  owner: Owner,
  { from, to, after }: Period & { readonly after: DuePosition | null },
  most: number,
): Promise<AheadRenewal[]> {
  const start = after ? after.dueAt : from;
  for (let ms = FIRST_SLICE_MS; start.getTime() + ms < to.getTime(); ) {
    const end = new Date(start.getTime() + ms);
    const rows = await readSlice(db, owner, { from: start, to: end, after }, most);
    if (rows.length === most) return rows;
    const promised = (1.5 * most) / Math.max(rows.length, 1);
    ms *= Math.min(Math.max(promised, GROWTH.least), GROWTH.most);
  }
  return readSlice(db, owner, { from: start, to, after }, most);
}

function readSlice(
  db: Db,
  owner: Owner,
  { from, to, after }: Period & { readonly after: DuePosition | null },
  most: number,
): Promise<AheadRenewal[]> {
  return db<AheadRenewal[]>`
    select ${aheadColumns(db)} from subscriptions s
    ${renewalsAhead(db, { from, to }, { overdue: false })}
    where ${ownedBy(db, owner, "s")} and ${hasAhead(db, to)}
      ${after ? db`and (o.due_at, s.id) > (${after.dueAt}, ${after.id})` : db``}
    order by o.due_at, s.id limit ${most}`;
}

function viewRenewal({ renewal, outlook }: Seen, { mode }: Owner): View {
  const { subscriptionId, planId, customerId, payer, amount, currency, status, dueAt } = renewal;
  return {
    id: `${subscriptionId}:${Math.floor(dueAt.getTime() / 1_000)}`,
    object: "renewal",
    mode,
    ...{ subscriptionId, planId, customerId, payer, amount, currency, status, dueAt },
    ...outlook,
  };
}
