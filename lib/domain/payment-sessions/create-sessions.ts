import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createSession as declaration } from "@/lib/contract/payment-sessions";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { refOf } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { JsonObject } from "@/lib/core/json";
import { digits } from "@/lib/core/money";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import type { Context, GroupedVerb, MerchantActor } from "@/lib/domain/context";
import { chooseDeployment } from "@/lib/domain/deployments/choose-deployment";
import { packObject } from "@/lib/domain/events/view";
import { ownedBy } from "@/lib/domain/owned-by";
import { type Inserted, insertSessions, type NewSession } from "./insert-sessions";
import { checkReturnUrl } from "./return-url";
import { unpaid } from "./session-rows";
import { type SessionView, sessionSnapshot, viewSession } from "./view";

type Input = InputOf<typeof declaration>;

/** A session that was checked, and who is to be shown it. */
export interface CheckedSession {
  readonly viewer: Pick<Context, "chains" | "config">;
  readonly session: NewSession;
}

/**
 * Opens payment sessions, those that are asked for at the same time in one statement.
 * @see createSession
 */
export const createSessions: GroupedVerb<MerchantActor, Input, CheckedSession, SessionView> = {
  async prepare(ctx, input) {
    checkReturnUrl("successUrl", input.successUrl, ctx.actor.mode);
    checkReturnUrl("cancelUrl", input.cancelUrl, ctx.actor.mode);
    checkPublishable(ctx.actor, input);
    const { mode, merchantId } = ctx.actor;
    const { chainId } = input;
    const deployment = await chooseDeployment(ctx, {
      mode,
      merchantId,
      chainId,
      kind: "processor",
    });
    const token = deployment.tokens[input.currency];
    if (!token) {
      throw invalidRequest("currency", `${input.currency} is not available on this chain.`, {
        reason: "token_unsupported",
      });
    }
    if (input.customerId) await checkCustomer(ctx, input.customerId);
    return { viewer: ctx, session: newSession(ctx, input, deployment, token) };
  },
  async runAll(db, calls) {
    const rows = await insertSessions(
      db,
      calls.map(({ session }) => session),
    );
    return calls.map(({ viewer }, at) => viewInserted(viewer, rows[at]));
  },
};

function originOf(actor: MerchantActor) {
  if (actor.kind === "session") return "dashboard";
  return actor.keyKind === "publishable" ? "publishable" : "api";
}

function checkPublishable(actor: MerchantActor, input: Input): void {
  if (originOf(actor) !== "publishable") return;
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
  const [customer] = await db<{ id: string }[]>`
    select id from customers
    where id = ${customerId} and ${ownedBy(db, actor)}`;
  if (!customer) {
    throw invalidRequest("customerId", "No such customer.", { reason: "customer_unknown" });
  }
}

/** What a new session's view shows and no column of its own holds yet, or only the database knows. */
const unset = {
  ...unpaid,
  invoiceId: null,
  payerEmail: null,
  receiptEmail: null,
  receiptWallet: null,
  customersMade: 0,
  amountRefunded: 0n,
  confirmedAt: null,
  closedAt: null,
  createdAt: new Date(0),
  expiresAt: new Date(0),
  chainMerchantId: 0n,
} as const;

function newSession(
  ctx: Context<MerchantActor>,
  input: Input,
  deployment: Deployment,
  token: Token,
): NewSession {
  const { actor } = ctx;
  const id = newId("paymentSession");
  const columns = {
    id,
    merchantId: actor.merchantId,
    mode: actor.mode,
    deploymentId: deployment.id,
    currency: input.currency,
    tokenAddress: token.address,
    ref: refOf(id),
    description: input.description ?? null,
    successUrl: input.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
    metadata: (input.metadata ?? {}) as JsonObject,
    customerId: input.customerId ?? null,
    createdVia: originOf(actor),
  } as const;
  const { amount } = input;
  const expiresAt = input.expiresAt ?? unset.expiresAt;
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
    // Born `created`, as its event says, and open for payment with it.
    status: "pending",
    expiresAt: input.expiresAt?.toISOString() ?? null,
    eventId: newId("event"),
    packed: packObject(snapshot, { resourceId: id, merchantId: actor.merchantId }).toString(
      "base64",
    ),
  };
}

function viewInserted(
  viewer: CheckedSession["viewer"],
  row: Inserted | undefined,
): SessionView | Refusal {
  if (!row || row.merchantStatus === "closed") {
    return forbidden("merchant_closed", "The merchant's account is closed.");
  }
  if (row.merchantStatus === "suspended") {
    return forbidden("merchant_suspended", "The merchant's account is suspended.");
  }
  const { chainMerchantId } = row;
  if (chainMerchantId === null) {
    return forbidden("merchant_not_registered", "The merchant is not registered on the chain yet.");
  }
  if (row.id === null) {
    return invalidRequest("expiresAt", "expiresAt must be 30 minutes to 24 hours ahead.", {
      reason: "lifetime_not_allowed",
    });
  }
  return viewSession(viewer, { ...row, ...unpaid, chainMerchantId });
}

function forbidden(reason: ApiReason, message: string): Refusal {
  return new Refusal("permission_denied", message, { details: { reason } });
}
