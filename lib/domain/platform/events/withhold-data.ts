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

/** The event without its data where the caller may not read the resource that it is about; a session may read all. */
export function withholdData<View extends EventView>(
  actor: MerchantActor,
  { data, ...event }: View,
): Omit<View, "data"> & { data?: View["data"] } {
  const scope = readScopes[event.resource.type];
  const mayRead = actor.kind === "session" || (scope && actor.scopes.includes(scope));
  return mayRead ? { ...event, data } : event;
}
