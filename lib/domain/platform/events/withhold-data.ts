import { z } from "zod";
import type { Scope } from "@/lib/core/identity/scopes";
import type { MerchantActor } from "@/lib/domain/platform/context";
import type { EventView } from "./view";

/** The scope that a resource of a type is read with. */
const readScopes: Readonly<Record<string, Scope>> = {
  payment_session: "sessions_read",
  refund: "refunds_read",
  compliance_log: "transactions_read",
  invoice: "invoices_read",
  subscription: "subscriptions_read",
  webhook_endpoint: "webhooks_read",
  agent_job: "agents_read",
  agent_activity: "agents_read",
};

const eventJson = z
  .string()
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ resource: z.looseObject({ type: z.string() }) }));

/** The event without its data where the caller may not read the resource that it is about; a session may read all. */
export function withholdData<View extends EventView>(
  actor: MerchantActor,
  { data, ...event }: View,
): Omit<View, "data"> & { data?: View["data"] } {
  return mayReadResource(actor, event.resource.type) ? { ...event, data } : event;
}

/**
 * The body of a webhook, without its data where the caller may not read the resource that it is about. A body that is
 * no event stays as it is.
 */
export function withholdBodyData(actor: MerchantActor, body: string): string {
  if (actor.kind === "session") return body;
  const sent = eventJson.safeParse(body);
  if (!sent.success || mayReadResource(actor, sent.data.resource.type)) return body;
  const { data: _, ...rest } = sent.data;
  return JSON.stringify(rest);
}

function mayReadResource(actor: MerchantActor, type: string): boolean {
  if (actor.kind === "session") return true;
  const scope = readScopes[type];
  return scope !== undefined && actor.scopes.includes(scope);
}
