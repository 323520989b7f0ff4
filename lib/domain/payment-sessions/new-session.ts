import type { sessionOrigins } from "@/db/schema/payments";
import { refOf } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { JsonObject } from "@/lib/core/json";
import { type Currency, digits } from "@/lib/core/money";
import type { SessionStatus } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { packObject } from "@/lib/domain/events/view";
import type { SessionTerms } from "./choose-terms";
import type { NewSession } from "./insert-sessions";
import { unpaid } from "./session-rows";
import { sessionSnapshot } from "./view";

/** What a new session's view shows and no column of its own holds yet, or only the database knows. */
const unset = {
  ...unpaid,
  payerEmail: null,
  receiptEmail: null,
  receiptWallet: null,
  customersMade: 0,
  amountRefunded: 0n,
  openedAt: null,
  confirmedAt: null,
  closedAt: null,
  createdAt: new Date(0),
  expiresAt: new Date(0),
  chainMerchantId: 0n,
} as const;

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

/** A session to insert, with its event's object packed. */
export function newSession(
  ctx: Context<MerchantActor>,
  wanted: WantedSession,
  { deployment, token }: SessionTerms,
  createdVia: (typeof sessionOrigins)[number],
): NewSession {
  const { actor } = ctx;
  const { id, amount, status } = wanted;
  const columns = {
    id,
    merchantId: actor.merchantId,
    mode: actor.mode,
    deploymentId: deployment.id,
    currency: wanted.currency,
    tokenAddress: token.address,
    ref: refOf(id),
    description: wanted.description ?? null,
    successUrl: wanted.successUrl ?? null,
    cancelUrl: wanted.cancelUrl ?? null,
    metadata: (wanted.metadata ?? {}) as JsonObject,
    customerId: wanted.customerId ?? null,
    invoiceId: wanted.invoiceId ?? null,
    createdVia,
  } as const;
  const expiresAt = wanted.expiresAt ?? unset.expiresAt;
  const snapshot = sessionSnapshot(ctx, {
    ...columns,
    ...unset,
    amount,
    expiresAt,
    status: "created",
  });
  return {
    ...columns,
    amount: digits(amount),
    status,
    expiresAt: wanted.expiresAt?.toISOString() ?? null,
    eventId: newId("event"),
    packed: packObject(snapshot, { resourceId: id, merchantId: actor.merchantId }).toString(
      "base64",
    ),
  };
}
