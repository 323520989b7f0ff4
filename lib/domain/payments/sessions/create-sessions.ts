import type { InputOf } from "@/lib/contract/endpoint";
import type { createSession as declaration } from "@/lib/contract/payments/payment-sessions";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { checkReturnUrl } from "@/lib/domain/merchants/return-url";
import type { Context, GroupedVerb, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { chooseTerms } from "./choose-terms";
import { insertSessions, type NewSession } from "./insert-sessions";
import { newSession } from "./new-session";
import type { SessionView } from "./view";
import { type SessionViewer, viewInserted } from "./view-inserted";

type Input = InputOf<typeof declaration>;

/** A session that was checked, and who is to be shown it. */
export interface CheckedSession {
  readonly viewer: SessionViewer;
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
    const terms = await chooseTerms(ctx, input);
    if (input.customerId) await checkCustomer(ctx, input.customerId);
    // Born `created`, as its event says, and open for payment with it.
    const wanted = { ...input, id: newId("paymentSession"), status: "pending" } as const;
    return { viewer: ctx, session: newSession(ctx, wanted, terms, originOf(ctx.actor)) };
  },
  async runAll(db, calls) {
    const rows = await insertSessions(
      db,
      calls.map(({ session }) => session),
    );
    return calls.map(({ viewer, session }, at) => viewInserted(viewer, session, rows[at]));
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
