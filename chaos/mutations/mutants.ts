import type { Mutant } from "./apply-mutant";
import { renewalMutants } from "./renewal-mutants";

const node = "signing.chain.rpc.request";

/** Mistakes that first versions of a relay, an indexer and a webhook sender make. */
export const mutants: readonly Mutant[] = [
  {
    name: "broadcast before store",
    machine: "relay",
    caughtBy: [
      "every transaction of a relayer was stored, and each nonce was used by the one that is named",
    ],
    edits: [
      {
        file: "lib/domain/wallets/nonces/sign-call.ts",
        from: `  const batchId = newId("relayBatch");\n`,
        to: `  const batchId = newId("relayBatch");
  await chain.rpc
    .request({ method: "eth_sendRawTransaction", params: [signed.raw] })
    .catch(() => {});\n`,
      },
    ],
  },
  {
    name: "pieces reserved apart from their order",
    machine: "relay",
    caughtBy: ["no piece of a stock is lost, and none is sold twice"],
    edits: [
      {
        file: "lib/domain/storefronts/orders/open-sales.ts",
        from: `  return transaction(db, async (tx) => {
    const admitted = await reserveStock(tx, sales);`,
        to: `  const admitted = await transaction(db, (tx) => reserveStock(tx, sales));
  return transaction(db, async (tx) => {`,
      },
    ],
  },
  {
    name: "nonce from RPC",
    machine: "relay",
    caughtBy: [
      "each wallet's nonces are contiguous and end where the chain is",
      "every transaction of a relayer was stored, and each nonce was used by the one that is named",
    ],
    edits: [
      {
        file: "lib/domain/wallets/nonces/sign-call.ts",
        from: "return kept && store(tx, { ...signing, call: kept }, wallet.nextNonce);",
        // What is in flight is not counted, and neither is what a lagging node has not got yet.
        to: `const params = [lease.wallet, "latest"];
    const count = await ${node}({ method: "eth_getTransactionCount", params });
    return kept && store(tx, { ...signing, call: kept }, BigInt(String(count)));`,
      },
      {
        file: "lib/domain/wallets/nonces/sign-call.ts",
        from: ` and next_nonce = \${nonce}\``,
        to: "`",
      },
    ],
    statements: ["alter table relay_batches drop constraint relay_batches_nonce"],
  },
  {
    name: "cursor saved apart",
    machine: "indexer",
    caughtBy: [
      "transactions are the chain's settlements: none missing, phantom or double",
      "refunds are what the contracts returned: none missing, phantom or double",
    ],
    edits: [
      {
        file: "lib/indexer/scan-chain.ts",
        from: "  return transaction(ctx.db, async (tx) => {\n    const cursor",
        to: `  const isMoved = await transaction(ctx.db, async (tx) => {
    const cursor = await lockCursor(tx, chainId, from);
    if (!cursor || !(await readsSame(tx, source))) return false;
    await storeBlocks(tx, chainId, span.blocks);
    await moveCursor(tx, cursor, last);
    return true;
  });
  if (!isMoved) return false;
  await new Promise((resolve) => setTimeout(resolve, 250));
  return transaction(ctx.db, async (tx) => {
    const cursor`,
      },
      {
        file: "lib/indexer/scan-chain.ts",
        from: `= await lockCursor(tx, chainId, from);
    if (!cursor || !(await readsSame(tx, source))) return false;
    await storeBlocks(tx, chainId, span.blocks);
    await seeEvents`,
        to: `= await lockCursor(tx, chainId, last);
    if (!cursor) return false;
    await seeEvents`,
      },
      {
        file: "lib/indexer/scan-chain.ts",
        from: "span.events);\n    await moveCursor(tx, cursor, last);",
        to: "span.events);",
      },
    ],
  },
  {
    name: "no parent check",
    machine: "indexer",
    caughtBy: [
      "a chain that lost a final block can be rebuilt",
      "transactions are the chain's settlements: none missing, phantom or double",
      "what is kept of the chain are its events, each once",
    ],
    edits: [
      {
        file: "lib/indexer/read-span.ts",
        from: "if (reach.after.hash !== null && parent !== reach.after.hash) {",
        to: "if (parent === reach.after.hash && parent === null) {",
      },
    ],
  },
  {
    name: "empty logs trusted",
    machine: "indexer",
    caughtBy: ["transactions are the chain's settlements: none missing, phantom or double"],
    edits: [
      {
        file: "lib/indexer/read-span.ts",
        from: "if (logs.length > 0 || cannotHold(block, filter)) return logs;",
        to: "if (logs.length >= 0 || cannotHold(block, filter)) return logs;",
      },
      {
        // Nor is the chain read a second time, which would find what was hidden.
        file: "lib/indexer/second-reading.ts",
        from: "if (!due) return false;",
        to: "if (!due || due) return false;",
      },
    ],
  },
  {
    name: "confirm on first receipt",
    machine: "indexer",
    caughtBy: ["nothing is ever confirmed before its block is final"],
    edits: [
      {
        file: "lib/indexer/finality.ts",
        from: "return { number: at.number - BigInt(finality.depth), hash: null };",
        to: "return { number: at.number, hash: null };",
      },
    ],
  },
  {
    name: "check-then-insert idempotency",
    machine: "relay",
    caughtBy: ["clients got the answers they must get"],
    edits: [
      {
        file: "lib/domain/payments/intake/insert-submission.ts",
        from: "    on conflict do nothing\n",
        to: "",
      },
    ],
    statements: [
      "alter table relay_submissions drop constraint relay_submissions_key",
      "alter table relay_submissions drop constraint relay_submissions_authorization",
      "alter table relay_open_submissions drop constraint relay_open_submissions_session",
    ],
  },
  {
    name: "lease shorter than the timeout",
    machine: "webhooks",
    caughtBy: [
      "a claim of a dispatch holds until its attempt has ended, unless every lease was ended",
      "no event is sent twice at the same time to one receiver, unless a sender was suspended",
    ],
    edits: [
      {
        file: "lib/domain/webhooks/deliveries/send-limits.ts",
        from: "export const leaseMs = 30_000;",
        to: "export const leaseMs = 500;",
      },
    ],
  },
  {
    name: "sign at enqueue",
    machine: "webhooks",
    caughtBy: ["each attempt carries its own time"],
    edits: [
      {
        file: "lib/domain/webhooks/deliveries/attempt-delivery.ts",
        from: "sentAt: dispatch.sentAt",
        to: "sentAt: dispatch.event.createdAt",
      },
    ],
  },
  {
    name: "events go to the endpoints of the other mode, too",
    machine: "webhooks",
    caughtBy: ["every endpoint has a dispatch for each event that it registered for, and no other"],
    edits: [
      {
        file: "lib/domain/platform/events/event-statement.ts",
        from: "w.merchant_id = g.merchant_id and w.mode = g.mode",
        to: "w.merchant_id = g.merchant_id",
      },
    ],
  },
  {
    name: "events go to other merchants' endpoints, too",
    machine: "webhooks",
    caughtBy: ["every endpoint has a dispatch for each event that it registered for, and no other"],
    edits: [
      {
        file: "lib/domain/platform/events/event-statement.ts",
        from: "w.merchant_id = g.merchant_id and w.mode = g.mode",
        to: "w.mode = g.mode",
      },
    ],
  },
  {
    name: "a refund's room is read without the payment's lock",
    machine: "webhooks",
    caughtBy: ["clients got the answers they must get"],
    edits: [
      {
        file: "lib/domain/refunds/create-refund.ts",
        from: `\${ownedBy(tx, actor)} for no key update\``,
        to: `\${ownedBy(tx, actor)}\``,
      },
    ],
  },
  ...renewalMutants,
];
