import type { AllOrNull } from "@/db/all-or-null";
import type { Db } from "@/db/client";
import type { paymentSessions } from "@/db/schema/payments";
import type { Bytes32 } from "@/lib/core/hex";
import type { JsonObject } from "@/lib/core/json";
import type { Currency } from "@/lib/core/money";
import { notices, wakes } from "@/lib/core/wakes";
import { eventParts } from "@/lib/domain/events/event-statement";
import { notifyOutbox } from "@/lib/domain/outbox/wake";

/** A session to open, as the database reads it: amounts in digits, instants in ISO 8601. */
export interface NewSession {
  id: string;
  merchantId: string;
  mode: string;
  deploymentId: string;
  amount: string;
  currency: Currency;
  tokenAddress: string;
  ref: Bytes32;
  status: string;
  description: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  metadata: JsonObject;
  customerId: string | null;
  /** The invoice that it is paid for; such a session may live for longer than 24 hours. */
  invoiceId: string | null;
  createdVia: string;
  /** 24 hours from now when null. */
  expiresAt: string | null;
  eventId: string;
  /** The event's object, packed and in base64, in which what only the database knows is left open. */
  packed: string;
}

/**
 * What became of it: without an `id` it was refused, for its merchant's status or registration, or else for
 * its lifetime.
 */
export type Inserted = AllOrNull<typeof paymentSessions.$inferSelect> & {
  sessionId: string;
  chainMerchantId: bigint | null;
  merchantStatus: "active" | "suspended" | "closed";
};

/**
 * Inserts sessions, each with its event, in one statement: this is the busiest write of the API.
 * @returns in their order; nothing for one whose merchant there is not
 */
export async function insertSessions(
  db: Db,
  sessions: readonly NewSession[],
): Promise<(Inserted | undefined)[]> {
  const rows = await db<(Inserted & { wakes: number })[]>`
    with given as (
      select *, coalesce("expiresAt", clock_now() + interval '24 hours') as ends_at
      -- Text first: the driver would write JSON text as a JSON string.
      from json_to_recordset(${JSON.stringify(sessions)}::text::json) as g (
        id text, "merchantId" text, mode text, "deploymentId" text, amount numeric, currency text,
        "tokenAddress" text, ref text, status text, description text, "successUrl" text,
        "cancelUrl" text, metadata jsonb, "customerId" text, "invoiceId" text,
        "createdVia" text, "expiresAt" timestamptz, "eventId" text, packed text)
    ), checked as (
      select g.*, m.status as merchant_status, r.chain_merchant_id,
        -- the column keeps milliseconds
        g."invoiceId" is not null or g.ends_at between clock_now() + interval '30 minutes'
          and clock_now() + interval '24 hours 1 millisecond' as lifetime_allowed
      from given g
      join merchants m on m.id = g."merchantId"
      left join merchant_registrations r
        on r.merchant_id = m.id and r.deployment_id = g."deploymentId" and r.status <> 'none'
    ), s as (
      insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, description, success_url, cancel_url, metadata, customer_id,
        invoice_id, created_via, expires_at)
      select id, "merchantId", mode, "deploymentId", amount, currency, hex_bytes("tokenAddress"),
        hex_bytes(ref), status,
        description, "successUrl", "cancelUrl", metadata, "customerId", "invoiceId", "createdVia",
        ends_at
      from checked
      where merchant_status = 'active' and chain_merchant_id is not null and lifetime_allowed
      returning *
    ), given_events as (
      select c."eventId" as id, s.merchant_id, s.mode, 'payment.created' as type,
        'payment_session' as resource_type, s.id as resource_id, 0 as place,
        json_build_object('chainMerchantId', c.chain_merchant_id::text) as object,
        c.packed, null::text as only_endpoint_id
      from s join checked c on c.id = s.id
    ), ${eventParts(db)}
    select s.*, c.id as session_id, c.chain_merchant_id, c.merchant_status, event_wakes.wakes
    from checked c left join s on s.id = c.id cross join event_wakes`;
  const isTold = rows.some((row) => row.wakes > 0);
  notifyOutbox(db, isTold ? wakes.webhooks : notices.recorded);
  const byId = new Map(rows.map((row) => [row.sessionId, row]));
  return sessions.map(({ id }) => byId.get(id));
}
