import type { Scope } from "@/lib/core/scopes";
import type { MerchantActor } from "@/lib/domain/context";
import type { EventView } from "./view";

/** The scope that a resource of a type is read with. */
const readScopes: Readonly<Record<string, Scope>> = {
  payment_session: "sessions_read",
  webhook_endpoint: "webhooks_read",
};

/** The event without its data where the key may not read the resource that it is about. */
export function withholdData<View extends EventView>(
  { scopes }: Pick<MerchantActor, "scopes">,
  { data, ...event }: View,
): Omit<View, "data"> & { data?: View["data"] } {
  const scope = readScopes[event.resource.type];
  return scope && scopes.includes(scope) ? { ...event, data } : event;
}
