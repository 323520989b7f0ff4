import { randomUUID } from "node:crypto";
import type { AllOrNull } from "@/db/all-or-null";
import type { Db } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { notices, wakes } from "@/lib/core/operations/wakes";
import type { SessionStatus } from "@/lib/core/states";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import { eventParts } from "@/lib/domain/platform/events/event-statement";
import { notifyOutbox } from "@/lib/domain/platform/outbox/wake";
import type { ShownSession } from "./session-rows";

/** A session to open. */
export interface NewSession {
  /** As its event tells of it: `created`, without what only the database knows. */
  readonly created: ShownSession;
  /** What it is inserted with. */
  readonly status: SessionStatus;
  /** Its chain was named. */
  readonly chainFixed: boolean;
  /** 24 hours from now when null. A session that is paid for an invoice may live for longer. */
  readonly expiresAt: Date | null;
  /** The event's id, and its object as JSON, with placeholders. */
  readonly event: { readonly id: string; readonly object: string };
}

/** Stand in an event's object for what only the database knows. Random: no merchant can have written them. */
export const placeholders = {
  chainMerchantId: randomUUID(),
  createdAt: randomUUID(),
  expiresAt: randomUUID(),
};

/** An instant as the API writes it. */
const isoText = (db: Db, instant: ReturnType<Db>) =>
  db`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * What became of it: without an `id` it was refused, for its merchant's status, registration or payout address, or else for
 * its lifetime. The database may have put metadata in another order.
 */
export type InsertedSession = AllOrNull<
  Pick<ShownSession, "id" | "metadata" | "expiresAt" | "createdAt">
> & {
  sessionId: string;
  chainMerchantId: bigint | null;
  /** For something new: its account's, or that of its registration. */
  merchantStatus: "active" | "suspended" | "closed";
  accountStatus: "active" | "suspended" | "closed";
  /** Its payout address on the chain cannot be used. */
  payoutIsUnusable: boolean;
};

/** A session as the database reads it: amounts in digits, instants in ISO 8601. */
const recordOf = ({ created, status, chainFixed, expiresAt, event }: NewSession) => ({
  id: created.id,
  merchant_id: created.merchantId,
  mode: created.mode,
  deployment_id: created.deploymentId,
  amount: digits(created.amount),
  currency: created.currency,
  token_address: created.tokenAddress,
  ref: created.ref,
  status,
  description: created.description,
  success_url: created.successUrl,
  cancel_url: created.cancelUrl,
  metadata: created.metadata,
  customer_id: created.customerId,
  invoice_id: created.invoiceId,
  created_via: created.createdVia,
  chain_fixed: chainFixed,
  expires_at: expiresAt,
  event_id: event.id,
  object: event.object,
});

/**
 * Inserts sessions, each with its event, in one statement: this is the busiest write of the API.
 * @returns in their order; nothing for one whose merchant there is not
 */
export async function insertSessions(
  db: Db,
  sessions: readonly NewSession[],
): Promise<(InsertedSession | undefined)[]> {
  const rows = await db<(InsertedSession & { wakes: number })[]>`
    with given as (
      select *, coalesce(expires_at, clock_now() + interval '24 hours') as ends_at
      -- Text first: the driver would write JSON text as a JSON string.
      from json_to_recordset(${JSON.stringify(sessions.map(recordOf))}::text::json) as g (
        id text, merchant_id text, mode text, deployment_id text, amount numeric, currency text,
        token_address text, ref text, status text, description text, success_url text,
        cancel_url text, metadata jsonb, customer_id text, invoice_id text,
        created_via text, chain_fixed boolean, expires_at timestamptz, event_id text, object text)
    ), checked as (
      select g.*, ${openingStatus(db)} as merchant_status, m.status as account_status,
        r.chain_merchant_id, r.payout_trouble is not null as payout_is_unusable,
        -- The column keeps milliseconds. The least is 30 minutes: some seconds of them may pass on the request's way.
        g.invoice_id is not null or g.ends_at between clock_now() + interval '29 minutes 30 seconds'
          and clock_now() + interval '24 hours 1 millisecond' as lifetime_allowed
      from given g
      join merchants m on m.id = g.merchant_id
      left join merchant_registrations r
        on r.merchant_id = m.id and r.deployment_id = g.deployment_id and r.status <> 'none'
    ), s as (
      insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, description, success_url, cancel_url, metadata, customer_id,
        invoice_id, created_via, chain_fixed, expires_at)
      select id, merchant_id, mode, deployment_id, amount, currency, hex_bytes(token_address),
        hex_bytes(ref), status, description, success_url, cancel_url, metadata, customer_id,
        invoice_id, created_via, chain_fixed, ends_at
      from checked
      where merchant_status = 'active' and chain_merchant_id is not null
        and not payout_is_unusable and lifetime_allowed
      returning id, merchant_id, mode, metadata, expires_at, created_at
    ), given_events as (
      select c.event_id as id, s.merchant_id, s.mode, 'payment.created' as type,
        'payment_session' as resource_type, s.id as resource_id, 0 as place,
        replace(replace(replace(c.object,
          ${placeholders.chainMerchantId}, c.chain_merchant_id::text),
          ${placeholders.createdAt}, ${isoText(db, db`s.created_at`)}),
          ${placeholders.expiresAt}, ${isoText(db, db`s.expires_at`)}) as object,
        null::text as only_endpoint_id
      from s join checked c on c.id = s.id
    ), ${eventParts(db)}
    select s.id, s.metadata, s.expires_at, s.created_at, c.id as session_id, c.chain_merchant_id,
      c.merchant_status, c.account_status, c.payout_is_unusable, event_wakes.wakes
    from checked c left join s on s.id = c.id cross join event_wakes`;
  const isTold = rows.some((row) => row.wakes > 0);
  notifyOutbox(db, isTold ? wakes.webhooks : notices.recorded);
  const byId = new Map(rows.map((row) => [row.sessionId, row]));
  return sessions.map(({ created }) => byId.get(created.id));
}
