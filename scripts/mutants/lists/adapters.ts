import type { LineMutant } from "@/scripts/mutants/line-mutant";

const faults = "lib/adapters/chain/rpc-faults.test.ts";
const counted = "testing/api/in-process/metrics.test.ts";
const expiry = "inngest/functions/expire-sessions.test.ts";
const screened = "lib/adapters/screening/screen-address.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a call of the job route without a signature is read",
    file: "inngest/answer-signed.ts",
    from: 'if (!request.headers.has("x-inngest-signature")) return refuse(401, "The call is not signed.");',
    to: "",
    test: "inngest/answer-signed.test.ts",
  },
  {
    name: "calls to nodes are not counted",
    file: "lib/adapters/chain/count-call.ts",
    from: "rpcCalls.add(1, node, kindOf(method), outcome);",
    to: "",
    test: "lib/adapters/chain/count-call.test.ts",
  },
  {
    name: "a node that fails is asked again at once",
    file: "lib/adapters/chain/node-health.ts",
    from: "this.#restUntil = now + pauseMs;",
    to: "this.#restUntil = now + 0 * pauseMs;",
    test: faults,
  },
  {
    name: "what a node says of its limit is a word on the call",
    file: "lib/adapters/chain/node-trouble.ts",
    from: "return rateLimits.test(message);",
    to: "return rateLimits.test(message) && message.length < 0;",
    test: faults,
  },
  {
    name: "any answer is a batch",
    file: "lib/adapters/chain/takes-batches.ts",
    from: "return Array.isArray(body) && body.length === calls.length;",
    to: "return body !== undefined;",
    test: "lib/adapters/chain/takes-batches.test.ts",
  },
  {
    name: "the newest block is kept for ever",
    file: "lib/adapters/chain/latest-block.ts",
    from: "if (known && performance.now() < known.until) return known.block;",
    to: "if (known) return known.block;",
    test: "lib/adapters/chain/latest-block.test.ts",
  },
  {
    name: "a transaction is stored under another hash than the chain's",
    file: "lib/adapters/chain/relayer.ts",
    from: "hash: keccak256(raw) };",
    to: "hash: keccak256(keccak256(raw)) };",
    test: "lib/domain/relay/drain-relay.test.ts",
  },
  {
    name: "each module copy counts for itself",
    file: "lib/adapters/metrics/metrics.ts",
    from: "globalThis.stipendMetrics ??= createMetrics();",
    to: "globalThis.stipendMetrics = createMetrics();",
    test: counted,
  },
  {
    name: "the event loop's lag is not told",
    file: "lib/adapters/metrics/process-families.ts",
    from: 'name: "stipend_event_loop_lag_seconds",',
    to: 'name: "stipend_event_loop_lag",',
    test: counted,
  },
  {
    name: "a list without an address passes everybody",
    file: "lib/adapters/screening/screening-list.ts",
    from: 'if (addresses.size === 0) throw new Error("it names no address");',
    to: "",
    test: screened,
  },
  {
    name: "a changed list does not count",
    file: "lib/adapters/screening/screening-list.ts",
    from: "if (known?.stamp === stamp) return known;",
    to: "if (known && stamp) return known;",
    test: "lib/adapters/screening/screening-list.test.ts",
  },
  {
    name: "an inbox that answers no list is an empty one",
    file: "lib/adapters/demo-inbox/read-inbox.ts",
    from: "if (!response.ok || !Array.isArray(data)) {",
    to: "if (!Array.isArray(data)) return []; else if (!response.ok) {",
    test: "lib/server/demo-access.test.ts",
  },
  {
    name: "a tab forgets its wallet",
    file: "lib/client/wallet/remembered-wallet.ts",
    from: "storage.setItem(STORAGE_KEY, id),",
    to: "storage.getItem(STORAGE_KEY),",
    test: "components/pay/wallet-controller.test.ts",
  },
  {
    name: "a wallet that gives no account is connected",
    file: "lib/client/wallet/connect-wallet.ts",
    from: 'if (!account) throw Object.assign(new Error("The wallet shares no account"), { code: 4100 });',
    to: 'if (!account) return { account: "", chainId: 0 };',
    test: "lib/client/wallet/connect-wallet.test.ts",
  },
  {
    name: "an amount cannot be written as JSON",
    file: "lib/core/json.ts",
    from: 'typeof part === "bigint" ? part.toString() : part',
    to: "part",
    test: "scripts/operator/drills.test.ts",
  },
  {
    name: "the minute's job closes no session",
    file: "inngest/functions/expire-sessions.ts",
    from: 'runJob("expire-sessions", expireDueSessions),',
    to: 'runJob("expire-sessions", async (ctx) => (ctx ? 0 : expireDueSessions(ctx))),',
    test: expiry,
  },
  {
    name: "the minute's job closes one batch of sessions",
    file: "inngest/functions/expire-sessions.ts",
    from: "if (expired === 0) return;",
    to: "if (expired >= 0) return;",
    test: expiry,
  },
];
