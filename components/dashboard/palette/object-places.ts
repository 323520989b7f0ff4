import { navGroups } from "@/components/dashboard/shell/nav-entries";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { search } from "@/lib/contract/insight/search";

export type SearchHit = ReceivedOutput<typeof search>["data"][number];
type HitType = SearchHit["type"];

/** How the palette names what the API finds, and the pages that show it. */
const places: Readonly<
  Record<HitType, { name: string; list: string; at?: (id: string) => string }>
> = {
  payment_session: { name: "Payments", list: "/dashboard/payments" },
  transaction: { name: "Transactions", list: "/dashboard/transactions" },
  refund: { name: "Refunds", list: "/dashboard/refunds" },
  customer: { name: "Customers", list: "/dashboard/customers" },
  subscription: { name: "Subscriptions", list: "/dashboard/subscriptions" },
  invoice: { name: "Invoices", list: "/dashboard/invoices" },
  subscription_plan: { name: "Plans", list: "/dashboard/plans" },
  event: { name: "Events", list: "/dashboard/developers/events" },
  webhook_endpoint: { name: "Webhook endpoints", list: "/dashboard/developers/webhooks" },
  webhook_delivery: {
    name: "Webhook deliveries",
    list: "/dashboard/developers/webhooks",
    at: (id) => `/dashboard/developers/webhooks/deliveries/${id}`,
  },
  api_key: {
    name: "API keys",
    list: "/dashboard/developers/keys",
    at: () => "/dashboard/developers/keys",
  },
};

/** What is found of a kind, as a heading. */
export const nameOfHit = ({ type }: SearchHit): string => places[type].name;

/** The page of what was found; null where the dashboard has none of its kind. */
export function placeOfHit({ type, id }: SearchHit): string | null {
  const { list, at = (one) => `${list}/${one}` } = places[type];
  const isThere = navGroups.some(({ entries }) => entries.some(({ path }) => path === list));
  return isThere ? at(encodeURIComponent(id)) : null;
}
