import type { IdKind } from "./ids";

/** What stands for an object of the API wherever one is named, found or linked. */
interface ObjectKind {
  /** The kind of its id. */
  readonly id: IdKind;
  /** What one is called, and many. */
  readonly one: string;
  readonly many: string;
  /** The dashboard's list of them; their pages lie below it, unless `at` tells another. */
  readonly list: `/dashboard/${string}`;
  readonly at?: `/dashboard/${string}`;
  /** Its endpoint's path, below which one is read by its id. */
  readonly api: `/v1/${string}`;
}

/** By the `object` that the API calls each; a search shows what it finds in this order. */
export const objectKinds = {
  payment_session: {
    id: "paymentSession",
    one: "Payment",
    many: "Payments",
    list: "/dashboard/payments",
    api: "/v1/payment-sessions",
  },
  transaction: {
    id: "transaction",
    one: "Transaction",
    many: "Transactions",
    list: "/dashboard/transactions",
    api: "/v1/transactions",
  },
  refund: {
    id: "refund",
    one: "Refund",
    many: "Refunds",
    list: "/dashboard/refunds",
    api: "/v1/refunds",
  },
  customer: {
    id: "customer",
    one: "Customer",
    many: "Customers",
    list: "/dashboard/customers",
    api: "/v1/customers",
  },
  subscription: {
    id: "subscription",
    one: "Subscription",
    many: "Subscriptions",
    list: "/dashboard/subscriptions",
    api: "/v1/subscriptions",
  },
  invoice: {
    id: "invoice",
    one: "Invoice",
    many: "Invoices",
    list: "/dashboard/invoices",
    api: "/v1/invoices",
  },
  subscription_plan: {
    id: "plan",
    one: "Plan",
    many: "Plans",
    list: "/dashboard/plans",
    api: "/v1/subscription-plans",
  },
  payment_link: {
    id: "paymentLink",
    one: "Payment link",
    many: "Payment links",
    list: "/dashboard/links",
    api: "/v1/payment-links",
  },
  product: {
    id: "product",
    one: "Product",
    many: "Products",
    list: "/dashboard/storefront/products",
    api: "/v1/storefront/products",
  },
  agent_job: {
    id: "agentJob",
    one: "Agent job",
    many: "Agent jobs",
    list: "/dashboard/agent/jobs",
    api: "/v1/agents/jobs",
  },
  event: {
    id: "event",
    one: "Event",
    many: "Events",
    list: "/dashboard/developers/events",
    api: "/v1/events",
  },
  webhook_endpoint: {
    id: "webhookEndpoint",
    one: "Webhook endpoint",
    many: "Webhook endpoints",
    list: "/dashboard/developers/webhooks",
    api: "/v1/webhook-endpoints",
  },
  webhook_delivery: {
    id: "webhookDelivery",
    one: "Webhook delivery",
    many: "Webhook deliveries",
    list: "/dashboard/developers/webhooks",
    at: "/dashboard/developers/webhooks/deliveries",
    api: "/v1/webhook-deliveries",
  },
  api_key: {
    id: "apiKey",
    one: "API key",
    many: "API keys",
    list: "/dashboard/developers/keys",
    api: "/v1/api-keys",
  },
} as const satisfies Record<string, ObjectKind>;

export type ObjectName = keyof typeof objectKinds;
export const objectNames = Object.keys(objectKinds) as ObjectName[];

/** Of an object that the dashboard has no page for, undefined. */
export const objectKind = (object: string): ObjectKind | undefined =>
  (objectKinds as Readonly<Record<string, ObjectKind>>)[object];
