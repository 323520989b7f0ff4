import type { LineMutant } from "@/scripts/mutants/line-mutant";

const settlements = "lib/indexer/settlements.test.ts";
const relay = "lib/domain/relay/intake/relay-payment.test.ts";
const sessions = "lib/domain/payment-sessions/sessions.test.ts";
const owned = { file: "lib/domain/owned-by.ts", test: "testing/api/api.test.ts" };

export const mutants: readonly LineMutant[] = [
  {
    ...owned,
    name: "what another merchant owns is one's own",
    from: "return db`merchant_id = ${merchantId} and mode = ${mode}`;",
    to: "return db`mode = ${mode}`;",
  },
  {
    ...owned,
    name: "what one owns in the other mode is found",
    from: "return db`merchant_id = ${merchantId} and mode = ${mode}`;",
    to: "return db`merchant_id = ${merchantId}`;",
  },
  {
    name: "a settlement is the merchant's of the same id in any registry",
    file: "lib/domain/payments/lock-matches.ts",
    from: 'on r.deployment_id = e."deploymentId" and r.chain_merchant_id',
    to: "on r.chain_merchant_id",
    test: settlements,
    match: "the same id to different merchants",
  },
  {
    name: "a ref names a session of either mode",
    file: "lib/domain/payments/lock-matches.ts",
    from: 'where deployment_id = e."deploymentId" and ref = hex_bytes(e.ref)',
    to: "where ref = hex_bytes(e.ref)",
    test: settlements,
    match: "live ref",
  },
  {
    name: "a ref names a session of any merchant",
    file: "lib/domain/payments/lock-matches.ts",
    from: ") s on s.merchant_id = r.merchant_id`;",
    to: ") s on true`;",
    test: settlements,
    match: "another merchant's ref",
  },
  {
    name: "a request is checked against the registration of either mode",
    file: "lib/domain/relay/intake/find-request.ts",
    from: "on r.deployment_id = d.id and r.merchant_id",
    to: "on r.merchant_id",
    test: relay,
  },
  {
    name: "a session is opened for the registration of either mode",
    file: "lib/domain/payment-sessions/insert-sessions.ts",
    from: "and r.deployment_id = g.deployment_id",
    to: "",
    test: sessions,
  },
  {
    name: "a session shows the registration of either mode",
    file: "lib/domain/payment-sessions/session-rows.ts",
    from: "on r.deployment_id = s.deployment_id and r.merchant_id",
    to: "on r.merchant_id",
    test: sessions,
  },
  {
    name: "a payer in both modes is one customer",
    file: "lib/domain/payments/add-customers.ts",
    from: "`${merchantId} ${mode} ${payer}`;",
    to: "`${merchantId} ${payer} ${mode.slice(9)}`;",
    test: settlements,
    match: "in both modes",
  },
  {
    name: "whoever raced is told a key of the other mode",
    file: "lib/domain/relay/intake/check-request.ts",
    from: "taken.merchantId === merchantId && taken.mode === owner.mode",
    to: "taken.merchantId === merchantId && taken.mode !== undefined && owner.mode !== undefined",
    test: relay,
    match: "its own mode alone",
  },
  {
    name: "whoever raced is told another merchant's key",
    file: "lib/domain/relay/intake/check-request.ts",
    from: "const own = taken.merchantId === merchantId &&",
    to: "const own = merchantId !== '' &&",
    test: relay,
  },
  {
    name: "a session of the other mode is paid",
    file: "lib/domain/relay/intake/find-request.ts",
    from: "left join payment_sessions s on s.merchant_id = o.merchant_id and s.mode = ${owner.mode}",
    to: "left join payment_sessions s on s.merchant_id = o.merchant_id and s.mode is not null and ${owner.mode}::text is not null",
    test: relay,
    match: "does not exist",
  },
  {
    name: "a session of another merchant is paid",
    file: "lib/domain/relay/intake/find-request.ts",
    from: "left join payment_sessions s on s.merchant_id = o.merchant_id and",
    to: "left join payment_sessions s on",
    test: relay,
    match: "does not exist",
  },
];
