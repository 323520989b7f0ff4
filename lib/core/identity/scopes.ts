/** What a secret key may be allowed to do. */
export const scopes = [
  "agents_read",
  "agents_write",
  "api_keys_read",
  "api_keys_write",
  "customers_read",
  "customers_write",
  "invoices_read",
  "invoices_write",
  "refunds_read",
  "refunds_write",
  "relay_read",
  "relay_write",
  "sessions_read",
  "sessions_write",
  "storefronts_read",
  "storefronts_write",
  "subscriptions_read",
  "subscriptions_write",
  "transactions_read",
  "transactions_write",
  "webhooks_read",
  "webhooks_write",
] as const;
export type Scope = (typeof scopes)[number];

/** The bundles that the dashboard offers. */
export const scopePresets = {
  "read-only": scopes.filter((scope) => scope.endsWith("_read")),
  "checkout-only": [
    "sessions_read",
    "sessions_write",
    "customers_read",
    "customers_write",
    "subscriptions_read",
    "transactions_read",
    "relay_read",
    "relay_write",
  ],
  full: [...scopes],
} as const satisfies Record<string, readonly Scope[]>;

export type ScopePreset = keyof typeof scopePresets;
export const scopePresetNames = [
  "read-only",
  "checkout-only",
  "full",
] as const satisfies readonly ScopePreset[];
