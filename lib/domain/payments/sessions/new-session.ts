import type { sessionOrigins } from "@/db/schema/payments";
import type { Currency } from "@/lib/core/amounts/money";
import { refOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { SessionStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { SessionOwner, SessionTerms } from "./choose-terms";
import { type NewSession, placeholders } from "./insert-sessions";
import type { ShownSession } from "./session-rows";
import { unpaidSnapshot } from "./view";

/** Stands for an instant that only the database knows. */
const UNKNOWN = new Date(0);

/** What is wanted of a session, as far as it is not the merchant's or its terms'. */
export interface WantedSession {
  id: string;
  status: Extract<SessionStatus, "created" | "pending">;
  amount: bigint;
  currency: Currency;
  description?: string;
  successUrl?: string;
  cancelUrl?: string;
  metadata?: Record<string, unknown>;
  customerId?: string;
  invoiceId?: string;
  /** 24 hours from now when absent. */
  expiresAt?: Date;
}

/** A session to insert, with its event. */
export function newSession(
  ctx: Pick<Context, "chains" | "config"> & SessionOwner,
  wanted: WantedSession,
  { deployment, token, chainFixed }: SessionTerms,
  createdVia: (typeof sessionOrigins)[number],
): NewSession {
  const { id, status, expiresAt = null } = wanted;
  const { merchantId, mode } = ctx.actor;
  const created: ShownSession = {
    id,
    merchantId,
    mode,
    deploymentId: deployment.id,
    amount: wanted.amount,
    currency: wanted.currency,
    tokenAddress: token.address,
    ref: refOf(id),
    status: "created",
    description: wanted.description ?? null,
    successUrl: wanted.successUrl ?? null,
    cancelUrl: wanted.cancelUrl ?? null,
    metadata: wanted.metadata ?? {},
    customerId: wanted.customerId ?? null,
    invoiceId: wanted.invoiceId ?? null,
    createdVia,
    amountRefunded: 0n,
    expiresAt: expiresAt ?? UNKNOWN,
    confirmedAt: null,
    createdAt: UNKNOWN,
    chainMerchantId: 0n,
  };
  const snapshot = unpaidSnapshot(ctx, created);
  const { chainMerchantId, createdAt, expiresAt: ends } = placeholders;
  const known = { ...snapshot, chainMerchantId, createdAt, ...(!expiresAt && { expiresAt: ends }) };
  const event = { id: newId("event"), object: JSON.stringify(known) };
  return { created, status, chainFixed, expiresAt, event };
}
