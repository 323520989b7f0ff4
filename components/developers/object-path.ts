const paths: Readonly<Record<string, string>> = {
  payment_session: "/dashboard/payments",
  refund: "/dashboard/refunds",
  invoice: "/dashboard/invoices",
  subscription: "/dashboard/subscriptions",
  webhook_endpoint: "/dashboard/developers/webhooks",
};

/** Below which page an event's object is; undefined where the dashboard has none of its kind. */
export const objectPath = (type: string): string | undefined => paths[type];
