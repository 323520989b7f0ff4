import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listCustomerValues as declaration } from "@/lib/contract/insight/stats";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { DEFAULT_LIMIT, NOT_A_CURSOR, rowLimit } from "@/lib/domain/platform/pages/page";

/**
 * The largest page, which is one of a file's, and a row more. Written into the statement: of a limit that it does not know the planner expects a
 * tenth of all rows, and would read and sort the whole table.
 */
const MOST_ROWS = 201;

interface ValueRow {
  id: string;
  currency: Currency;
  totalSpent: bigint;
  payments: bigint;
  walletAddress: Address;
  email: string | null;
  name: string | null;
}

/**
 * Lists a merchant's customers by what their final payments and charges of a currency come to, less refunds, smallest
 * unit; by counters.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listCustomerValues(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { limit = DEFAULT_LIMIT, cursor } = input;
  const last = cursor === undefined ? null : decodeCursor(cursor, input.currency);
  const currency = input.currency ?? last?.currency ?? null;
  const rows = await db<ValueRow[]>`
    select t.customer_id as id, t.currency, t.spent as total_spent, t.payments, c.wallet_address,
      c.email, c.name
    from (
      select customer_id, currency, spent, payments from customer_totals
      where ${ownedBy(db, actor)} and currency = coalesce(${currency}::text, (
          select default_currency from merchants where id = ${actor.merchantId}
        )) and payments > 0
        ${last ? db`and (spent, customer_id) < (${last.spent}::numeric, ${last.id})` : db``}
      order by spent desc, customer_id desc limit ${db.unsafe(String(MOST_ROWS))}
    ) t
    join customers c on c.id = t.customer_id
    order by t.spent desc, t.customer_id desc limit ${rowLimit(input)}`;
  const shown = rows.slice(0, limit);
  const final = rows.length > limit ? shown.at(-1) : undefined;
  return {
    object: "list",
    data: shown.map((row) => ({
      ...row,
      object: "customer_value",
      payments: Number(row.payments),
    })),
    hasMore: final !== undefined,
    nextCursor: final ? encodeCursor({ ...final, spent: String(final.totalSpent) }) : null,
    url: "/v1/stats/ltv",
  };
}

interface Position {
  /** Whose ranks it is a place in: the merchant's default may be another one by now. */
  readonly currency: Currency;
  /** Smallest unit, in digits. */
  readonly spent: string;
  readonly id: string;
}

const encodeCursor = ({ currency, spent, id }: Position) =>
  Buffer.from(`${currency} ${spent} ${id}`).toString("base64url");

/** Only what `encodeCursor` has written for the currency asked for, if there is one, is a cursor of this list. */
function decodeCursor(cursor: string, asked: Currency | undefined): Position {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, named, spent = "", id = ""] =
    /^([A-Z]+) ([0-9]{1,100}) (cus_[0-9A-Za-z]+)$/.exec(text) ?? [];
  const currency = currencies.find((one) => one === named && one === (asked ?? named));
  if (!currency || encodeCursor({ currency, spent, id }) !== cursor) {
    throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
  }
  return { currency, spent, id };
}
