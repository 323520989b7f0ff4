import type { LineMutant } from "@/scripts/mutants/line-mutant";

const bodies = "testing/api/bodies.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a request may take as long as Node lets it",
    file: "lib/server/server-limits.ts",
    from: "requestTimeout: 60_000,",
    to: "",
    test: "lib/server/node-exchange.test.ts",
    match: "drips without end",
  },
  {
    name: "webhooks go to URLs with user info, on which Node fails",
    file: "lib/adapters/outbound-http/check-target.ts",
    from: "if (hasUserInfo(text)) {",
    to: "if (url.password) {",
    test: "lib/adapters/outbound-http/outbound-http.test.ts",
    match: "in live mode",
  },
  {
    name: "payers are sent to URLs with user info",
    file: "lib/domain/payment-sessions/return-url.ts",
    from: "!url || hasUserInfo(text) ||",
    to: "!url ||",
    test: "lib/domain/payment-sessions/sessions.test.ts",
    match: "as a return URL",
  },
  {
    name: "user info that the parser leaves out is none",
    file: "lib/core/user-info.ts",
    from: 'return authority?.includes("@") ?? false;',
    to: 'return (authority?.lastIndexOf("@") ?? 0) > 0;',
    test: "lib/core/user-info.test.ts",
  },
  {
    name: "an amount begins with zeros",
    file: "lib/contract/fields.ts",
    from: "regex(/^[1-9][0-9]{0,77}$/, inSmallestUnit)",
    to: "regex(/^[0-9]{1,78}$/, inSmallestUnit)",
    test: bodies,
    match: "createSession",
  },
  {
    name: "an amount is larger than any account",
    file: "lib/contract/fields.ts",
    from: `  .refine((value) => value <= maxAmount, tooLarge)
  .meta({
    description: "Integer string in`,
    to: `  .meta({
    description: "Integer string in`,
    test: bodies,
    match: "createSession",
  },
  {
    name: "a uint256 has 257 bits",
    file: "lib/contract/fields.ts",
    from: `  .refine((value) => value <= maxAmount, tooLarge)
  .meta({ description: "Integer string",`,
    to: `  .refine((value) => value <= 2n * maxAmount, tooLarge)
  .meta({ description: "Integer string",`,
    test: bodies,
    match: "relayPayment",
  },
  {
    name: "a uint256 has a sign",
    file: "lib/contract/fields.ts",
    from: "regex(/^[0-9]{1,160}$/, isDigits)",
    to: "regex(/^-?[0-9]{1,160}$/, isDigits)",
    test: bodies,
    match: "relayPayment",
  },
  {
    name: "a uint256 ends with a space",
    file: "lib/contract/fields.ts",
    from: "regex(/^[0-9]{1,160}$/, isDigits)",
    to: "regex(/^[0-9]{1,160}\\s?$/, isDigits)",
    test: bodies,
    match: "relayPayment",
  },
  {
    name: "metadata has any number of keys",
    file: "lib/core/metadata-bounds.ts",
    from: "if (values.length > MAX_KEYS) return",
    to: "if (values.length > 100 * MAX_KEYS) return",
    test: bodies,
    match: "refuses each wrong value",
  },
  {
    name: "metadata has keys of any length",
    file: "lib/contract/fields.ts",
    from: "record(z.string().min(1).max(40), z.unknown())",
    to: "record(z.string(), z.unknown())",
    test: bodies,
    match: "refuses each wrong value",
  },
  {
    name: "metadata has texts of any length",
    file: "lib/core/metadata-bounds.ts",
    from: "value.length > MAX_TEXT)",
    to: "value.length > 100 * MAX_TEXT)",
    test: bodies,
    match: "refuses each wrong value",
  },
  {
    name: "a session that is refused for its lifetime is stored",
    file: "lib/domain/payment-sessions/insert-sessions.ts",
    from: "chain_merchant_id is not null and lifetime_allowed",
    to: "chain_merchant_id is not null",
    test: "testing/api/rules.test.ts",
    match: "lifetime_not_allowed",
  },
  {
    name: "a new session's metadata are shown as they were sent, and otherwise from then on",
    file: "lib/domain/payment-sessions/view-inserted.ts",
    from: "status, metadata, expiresAt,",
    to: "status, expiresAt,",
    test: "lib/domain/payment-sessions/sessions.test.ts",
    match: "is answered as it is read",
  },
  {
    name: "a new session shows no end of its own",
    file: "lib/domain/payment-sessions/view-inserted.ts",
    from: "metadata, expiresAt, createdAt, chainMerchantId };",
    to: "metadata, createdAt, chainMerchantId };",
    test: "lib/domain/payment-sessions/sessions.test.ts",
    match: "is answered as it is read",
  },
  {
    name: "a customer that is refused is stored without what was refused",
    file: "lib/domain/customers/upsert-customer.ts",
    from: "lockCustomerOfWallet(tx, actor, input.walletAddress)",
    to: "lockCustomerOfWallet(db, actor, input.walletAddress)",
    test: "testing/api/rules.test.ts",
    match: "external_ref_taken",
  },
];
