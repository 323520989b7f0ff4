import type { Db } from "@/db/client";
import { type Deployment, deploymentOf, type Token } from "@/lib/adapters/chain/chains";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createSession as declaration } from "@/lib/contract/payment-sessions";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { refOf } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { JsonObject } from "@/lib/core/json";
import { digits } from "@/lib/core/money";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { eventParts } from "@/lib/domain/events/event-statement";
import { checkReturnUrl } from "./return-url";
import { type SessionRow, unpaid } from "./session-rows";
import { type SessionView, sessionSnapshot, viewSession } from "./view";

type Input = InputOf<typeof declaration>;
interface Inserted extends SessionRow {
  merchantStatus: "active" | "suspended" | "closed";
  lifetimeAllowed: boolean;
}

/**
 * Opens a payment session and its hosted checkout. It is payable for 24 hours, or until `expiresAt`,
 * 30 minutes to 24 hours ahead.
 * @throws Refusal `invalid_request`: return URLs, `expiresAt`, an unknown customer, a currency that
 * the chain has no token for (`token_unsupported`)
 * @throws Refusal `permission_denied`: the merchant is suspended, closed or not on the chain; a
 * publishable key that sets `metadata` or `customerId`
 */
export async function createSession(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<SessionView> {
  checkReturnUrl("successUrl", input.successUrl, ctx.actor.mode);
  checkReturnUrl("cancelUrl", input.cancelUrl, ctx.actor.mode);
  checkPublishable(ctx.actor, input);
  const deployment = deploymentOf(ctx.chains, ctx.actor.mode);
  const token = deployment.tokens[input.currency];
  if (!token) {
    throw invalidRequest("currency", `${input.currency} is not available on this chain.`, {
      reason: "token_unsupported",
    });
  }
  if (input.customerId) await checkCustomer(ctx, input.customerId);
  return viewSession(ctx, checkInserted(await insertSession(ctx, input, deployment, token)));
}

function checkPublishable(actor: MerchantActor, input: Input): void {
  if (actor.keyKind !== "publishable") return;
  const param = input.metadata ? "metadata" : input.customerId ? "customerId" : null;
  if (!param) return;
  throw new Refusal("permission_denied", `A publishable key cannot set ${param}.`, {
    param,
    details: { reason: "secret_key_required" },
  });
}

async function checkCustomer(
  { db, actor }: Context<MerchantActor>,
  customerId: string,
): Promise<void> {
  const [customer] = await db`
    select 1 from customers
    where id = ${customerId} and merchant_id = ${actor.merchantId} and mode = ${actor.mode}`;
  if (!customer) {
    throw invalidRequest("customerId", "No such customer.", { reason: "customer_unknown" });
  }
}

/**
 * Inserts the session and its event in one statement, which is a transaction by itself: this is the
 * busiest write of the API. What only the database knows is added to the event's snapshot there.
 */
async function insertSession(
  ctx: Context<MerchantActor>,
  input: Input,
  deployment: Deployment,
  token: Token,
): Promise<Inserted | undefined> {
  const { db, actor } = ctx;
  const row = newRow(actor, input, deployment, token);
  const later = { createdAt: new Date(0), expiresAt: new Date(0), chainMerchantId: 0n };
  const snapshot = sessionSnapshot(ctx, { ...row, ...later, ...unpaid, status: "created" });
  const expiresAt = db`coalesce(${input.expiresAt ?? null}, now() + interval '24 hours')`;
  const [inserted] = await db<Inserted[]>`
    with m as (
      select m.status, r.chain_merchant_id,
        -- the column keeps milliseconds
        ${expiresAt} between now() + interval '30 minutes'
          and now() + interval '24 hours 1 millisecond' as lifetime_allowed
      from merchants m
      left join merchant_registrations r
        on r.merchant_id = m.id and r.deployment_id = ${deployment.id}
      where m.id = ${actor.merchantId}
    ), s as (
      insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, description, success_url, cancel_url, metadata, customer_id,
        created_via, expires_at)
      select ${row.id}, ${row.merchantId}, ${row.mode}, ${row.deploymentId}, ${digits(row.amount)},
        ${row.currency}, ${row.tokenAddress}, ${row.ref}, ${row.status}, ${row.description},
        ${row.successUrl}, ${row.cancelUrl}, ${db.json(row.metadata as JsonObject)},
        ${row.customerId}, ${row.createdVia}, ${expiresAt}
      from m where m.status = 'active' and m.chain_merchant_id is not null and m.lifetime_allowed
      returning *
    ), given_events as (
      select ${newId("event")} as id, s.merchant_id, s.mode, 'payment.created' as type,
        'payment_session' as resource_type, s.id as resource_id, 0 as position,
        (${db.json(snapshot)}::jsonb || jsonb_build_object(
          'createdAt', ${isoText(db, db`s.created_at`)},
          'expiresAt', ${isoText(db, db`s.expires_at`)},
          'chainMerchantId', m.chain_merchant_id::text))::json as object,
        null::text as only_endpoint_id
      from s, m
    ), ${eventParts(db)}
    select s.*, m.chain_merchant_id, m.status as merchant_status, m.lifetime_allowed
    from m left join s on true cross join event_wakes`;
  return inserted;
}

const isoText = (db: Db, instant: ReturnType<Db>) =>
  db`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function newRow(actor: MerchantActor, input: Input, deployment: Deployment, token: Token) {
  const id = newId("paymentSession");
  return {
    id,
    merchantId: actor.merchantId,
    mode: actor.mode,
    deploymentId: deployment.id,
    amount: input.amount,
    currency: input.currency,
    tokenAddress: token.address,
    ref: refOf(id),
    // Born `created`, as its event says, and open for payment with it.
    status: "pending",
    description: input.description ?? null,
    successUrl: input.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
    metadata: input.metadata ?? {},
    customerId: input.customerId ?? null,
    invoiceId: null,
    payerEmail: null,
    createdVia: actor.keyKind === "publishable" ? "publishable" : "api",
    amountRefunded: 0n,
    confirmedAt: null,
    closedAt: null,
  } as const;
}

function checkInserted(row: Inserted | undefined): SessionRow {
  if (!row || row.merchantStatus === "closed") {
    throw forbidden("merchant_closed", "The merchant's account is closed.");
  }
  if (row.merchantStatus === "suspended") {
    throw forbidden("merchant_suspended", "The merchant's account is suspended.");
  }
  if (row.chainMerchantId === null) {
    throw forbidden("merchant_not_registered", "The merchant is not registered on the chain yet.");
  }
  if (!row.lifetimeAllowed) {
    throw invalidRequest("expiresAt", "Must be 30 minutes to 24 hours ahead.", {
      reason: "lifetime_not_allowed",
    });
  }
  return { ...row, ...unpaid };
}

function forbidden(reason: string, message: string): Refusal {
  return new Refusal("permission_denied", message, { details: { reason } });
}
