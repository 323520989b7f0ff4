import type { LineMutant } from "@/scripts/mutants/line-mutant";

const decoding = "lib/adapters/chain/payment-events-v2.test.ts";
const grouped = "lib/indexer/grouped-settlements.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a payment is the first group's of its transaction",
    file: "lib/adapters/chain/payment-events-v2.ts",
    from: "const route = earlier.findLast(",
    to: "const route = earlier.find(",
    test: decoding,
    match: "the last group",
  },
  {
    name: "a payment is another contract's group's",
    file: "lib/adapters/chain/payment-events-v2.ts",
    from: "address === log.address && txHash",
    to: "address.length === log.address.length && txHash",
    test: decoding,
    match: "another contract's",
  },
  {
    name: "a payment is another transaction's group's",
    file: "lib/adapters/chain/payment-events-v2.ts",
    from: "txHash === log.txHash &&",
    to: "txHash.length === log.txHash.length &&",
    test: decoding,
    match: "another transaction's",
  },
  {
    name: "a payment is another merchant's group's",
    file: "lib/adapters/chain/payment-events-v2.ts",
    from: "if (merchantId !== BigInt(merchantTopic)) throw",
    to: "if (merchantId < 0n) throw",
    test: decoding,
    match: "another merchant's",
  },
  {
    name: "a rate that cannot be set is believed",
    file: "lib/adapters/chain/payment-events-v2.ts",
    from: "|| feeBps > MAX_FEE_BPS)",
    to: "|| feeBps < 0n)",
    test: decoding,
    match: "a higher rate",
  },
  {
    name: "the logs of groups are not read",
    file: "lib/indexer/source.ts",
    from: "[topic, ...readAlong]",
    to: "[topic, ...readAlong.slice(1)]",
    test: grouped,
    match: "with two signatures and with one",
  },
  {
    name: "the relay does not read the logs of groups",
    file: "lib/adapters/chain/read-settlements.ts",
    from: "const groups = groupTopic\n",
    to: "const groups = groupTopic === topic\n",
    test: grouped,
    match: "paid directly",
  },
  {
    name: "a receipt tells of no settlement of version 2",
    file: "lib/adapters/chain/settlement-receipt.ts",
    from: "topic && settledTopics.has(topic) && paymentId",
    to: "topic === settlementEvents[0]?.topic && paymentId",
    test: "lib/adapters/chain/settlement-receipt.test.ts",
    match: "each version",
  },
];
