import { type TransactionSql, transaction } from "@/db/client";
import { type Deployment, deploymentOf, type Token } from "@/lib/adapters/chain/chains";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createSession as declaration } from "@/lib/contract/payment-sessions";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { refOf } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { JsonObject } from "@/lib/core/json";
import { digits } from "@/lib/core/money";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { recordEvent } from "@/lib/domain/events/record-event";
import { checkReturnUrl } from "./return-url";
import { type SessionRow, unpaid } from "./session-rows";
import { type SessionView, sessionSnapshot, viewSession } from "./view";

type Input = InputOf<typeof declaration>;
interface Inserted extends SessionRow {
  merchantStatus: "active" | "suspended" | "closed";
  /** Null when nothing was inserted. */
  lifetimeAllowed: boolean | null;
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
  return transaction(ctx.db, async (tx) => {
    if (input.customerId) await checkCustomer(tx, ctx.actor, input.customerId);
    const row = checkInserted(await insertSession(tx, ctx.actor, input, deployment, token));
    await recordEvent(tx, {
      merchantId: row.merchantId,
      mode: row.mode,
      type: "payment.created",
      resource: { type: "payment_session", id: row.id },
      object: sessionSnapshot(ctx, { ...row, status: "created" }),
    });
    return viewSession(ctx, row);
  });
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
  tx: TransactionSql,
  actor: MerchantActor,
  customerId: string,
): Promise<void> {
  const [customer] = await tx`
    select 1 from customers
    where id = ${customerId} and merchant_id = ${actor.merchantId} and mode = ${actor.mode}`;
  if (!customer) {
    throw invalidRequest("customerId", "No such customer.", { reason: "customer_unknown" });
  }
}

async function insertSession(
  tx: TransactionSql,
  actor: MerchantActor,
  input: Input,
  deployment: Deployment,
  token: Token,
): Promise<Inserted | undefined> {
  const id = newId("paymentSession");
  const [row] = await tx<Inserted[]>`
    with m as (
      select m.status, r.chain_merchant_id from merchants m
      left join merchant_registrations r
        on r.merchant_id = m.id and r.deployment_id = ${deployment.id}
      where m.id = ${actor.merchantId}
    ), s as (
      insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, description, success_url, cancel_url, metadata, customer_id,
        created_via, expires_at)
      select ${id}, ${actor.merchantId}, ${actor.mode}, ${deployment.id}, ${digits(input.amount)},
        ${input.currency}, ${token.address}, ${refOf(id)}, 'pending', ${input.description ?? null},
        ${input.successUrl ?? null}, ${input.cancelUrl ?? null},
        ${tx.json((input.metadata ?? {}) as JsonObject)}, ${input.customerId ?? null},
        ${actor.keyKind === "publishable" ? "publishable" : "api"},
        coalesce(${input.expiresAt ?? null}, now() + interval '24 hours')
      from m where m.status = 'active' and m.chain_merchant_id is not null
      returning *
    )
    select s.*, m.chain_merchant_id, m.status as merchant_status,
      -- expires_at is rounded to milliseconds
      s.expires_at between now() + interval '30 minutes' and now() + interval '24 hours 1 millisecond'
        as lifetime_allowed
    from m left join s on true`;
  return row;
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
