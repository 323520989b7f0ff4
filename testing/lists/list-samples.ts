/** The rows that each list is tested on. */
export const ROWS = 100_000;

/** A filter of a list, with values that many and few of the owner's rows have. */
export interface FilterSample {
  /** What the filter means, as SQL with the value as `$1`. */
  condition: string;
  /** Null where no value has more rows than a page. */
  frequent: string | null;
  rare: string;
  /** The most buffers that a page by it may read, where it looks more up than others. */
  maxBuffers?: number;
}

/** Where a list's rows are, and how they are filtered. */
export interface ListSample {
  table: string;
  /** The column of the rows' ids, where it is not `id`. */
  idColumn?: string;
  /** Of which rows the list is, where it is not of all. */
  condition?: string;
  /** The object below which the list is. */
  below?: { column: string; id: string };
  filters: Readonly<Record<string, FilterSample>>;
  /** How the rows come when this filter is given, where that is not newest first. */
  order?: Readonly<Record<string, string>>;
}

const equal = (column: string, frequent: string | null, rare: string): FilterSample => ({
  condition: `${column} = $1`,
  frequent,
  rare,
});

/** When the row with this number was made: three rows share a moment. */
export const createdAt = (number: number) =>
  new Date(Date.parse("2026-01-01T00:00:00Z") + Math.floor(number / 3) * 1_000).toISOString();

const between: Readonly<Record<string, FilterSample>> = {
  createdAfter: {
    condition: "created_at >= $1::timestamptz",
    frequent: createdAt(ROWS / 10),
    rare: createdAt(ROWS - 20),
  },
  createdBefore: {
    condition: "created_at < $1::timestamptz",
    frequent: createdAt(ROWS - ROWS / 10),
    rare: createdAt(20),
  },
};

/**
 * The rows of `listRows`, by the endpoint that lists them. A rare value is one that only the owner's
 * oldest rows have, while it is frequent among the rows of others.
 */
export const listSamples: Readonly<Record<string, ListSample>> = {
  listSessions: {
    table: "payment_sessions",
    filters: {
      status: equal("status", "confirmed", "refunded"),
      customerId: equal("customer_id", "cus_frequent", "cus_rare"),
      ...between,
    },
  },
  listTransactions: {
    table: "transactions",
    filters: {
      status: equal("status", "confirmed", "pending"),
      type: equal("type", "payment", "refund"),
      currency: equal("currency", "USDC", "EURC"),
      customerId: equal("customer_id", "cus_frequent", "cus_rare"),
      sessionId: equal("session_id", null, "ps_rare"),
      subscriptionId: equal("subscription_id", "sub_frequent", "sub_rare"),
      ...between,
    },
  },
  listRefunds: {
    table: "refunds",
    filters: {
      transactionId: equal("transaction_id", "txn_frequent", "txn_rare"),
      status: equal("status", "completed", "cancelled"),
      ...between,
    },
  },
  listJobs: {
    table: "agent_jobs",
    filters: {
      status: equal("status", "completed", "cancelled"),
      vendorAddress: {
        condition: "vendor_address = decode(substr($1, 3), 'hex')",
        frequent: `0x${"01".repeat(20)}`,
        rare: `0x${"02".repeat(20)}`,
      },
    },
  },
  listCustomers: {
    table: "customers",
    filters: { externalRef: equal("external_ref", null, "ref 20"), ...between },
  },
  listPlans: {
    table: "subscription_plans",
    filters: { active: equal("active::text", "true", "false"), ...between },
  },
  listSubscriptions: {
    table: "subscriptions",
    filters: {
      status: equal("status", "active", "lapsed"),
      planId: equal("plan_id", "plan_frequent", "plan_rare"),
      customerId: equal("customer_id", "cus_frequent", "cus_rare"),
      ...between,
    },
  },
  listProducts: {
    table: "storefront_products",
    filters: { active: equal("is_active::text", "true", "false") },
  },
  listPaymentLinks: {
    table: "payment_links",
    filters: { active: equal("active::text", "true", "false") },
  },
  listOrders: {
    table: "storefront_orders",
    filters: {
      productId: equal("product_id", "prod_frequent", "prod_rare"),
      linkId: equal("link_id", "link_frequent", "link_rare"),
      ...between,
    },
  },
  listInvoices: { table: "invoices", filters: { status: equal("status", "paid", "void") } },
  listRequests: {
    table: "request_log",
    idColumn: "request_id",
    condition: "caller like 'ak@_%' escape '@'",
    filters: {
      // What was answered as wanted is nearly everything: of such a class none is rare.
      status: { condition: "status / 100 = left($1, 1)::int", frequent: "2xx", rare: "5xx" },
      route: equal("route", "/v1/payment-sessions", "/v1/refunds"),
      ...between,
    },
  },
  listAgentActivity: {
    table: "agent_activity",
    filters: {
      capability: equal("capability", "recovery", "cashflow"),
      createdAfter: between.createdAfter as FilterSample,
    },
  },
  listComplianceLogs: {
    table: "compliance_screenings",
    idColumn: `'scr_' || substr(encode(sha256(
      screening_key(resource_id, subject) || convert_to(list_version, 'UTF8')), 'hex'), 1, 24)`,
    filters: {
      result: equal("result", "clear", "blocked"),
      subject: {
        condition: "subject = decode(substr($1, 3), 'hex')",
        frequent: `0x${"01".repeat(20)}`,
        rare: `0x${"02".repeat(20)}`,
      },
      resourceId: equal("resource_id", null, "rsb_rare"),
      createdAfter: between.createdAfter as FilterSample,
    },
  },
  listInspectedWebhooks: { table: "inspected_webhooks", filters: {} },
  listApiKeys: { table: "api_keys", filters: {} },
  listWebhookEndpoints: { table: "webhook_endpoints", filters: {} },
  listWebhookDeliveries: {
    table: "webhook_deliveries",
    filters: {
      endpointId: equal("endpoint_id", "we_frequent", "we_rare"),
      eventId: equal(
        "(select event_id from webhook_dispatches where id = dispatch_id)",
        null,
        "evt_rare",
      ),
      status: equal("status", "succeeded", "exhausted"),
      type: {
        ...equal(
          `(select type from events e join webhook_dispatches w on w.event_id = e.id
            where w.id = dispatch_id)`,
          "payment.created",
          "subscription.lapsed",
        ),
        maxBuffers: 300,
      },
    },
  },
  listWebhookReplays: {
    table: "webhook_replays",
    below: { column: "endpoint_id", id: "we_frequent" },
    filters: {},
  },
  listEvents: {
    table: "events",
    filters: {
      type: equal("type", "payment.created", "refund.failed"),
      resourceId: equal("resource_id", "we_frequent", "ps_rare"),
      afterSequence: { condition: "sequence > $1::int", frequent: "1", rare: "1990" },
      after: { condition: "position > $1::int", frequent: "1000", rare: String(ROWS - 20) },
      order: { condition: "$1 = 'asc'", frequent: null, rare: "asc" },
    },
    order: { resourceId: "sequence desc", after: "position", order: "position" },
  },
};
