import { expect, test } from "vitest";
import { type ErrorSubject, subjectOf } from "./json-rpc-answer";

type Row = [
  who: string,
  subject: ErrorSubject,
  code: number,
  message: string,
  more?: Partial<{ method: string; data: unknown }>,
];

const logs = { method: "eth_getLogs" };
const send = { method: "eth_sendRawTransaction" };

test.each<Row>([
  ["geth", "call", 3, "execution reverted: ERC20: transfer amount exceeds balance"],
  ["geth", "call", -32000, "execution reverted", { data: "0x08c379a0" }],
  ["geth", "call", -32000, "gas required exceeds allowance (0)"],
  [
    "geth",
    "call",
    -32000,
    "insufficient funds for gas * price + value: address 0x01 have 0 want 1",
  ],
  [
    "geth",
    "call",
    -32602,
    "invalid argument 0: hex string has length 38, want 40 for common.Address",
  ],
  ["geth", "call", -32000, "nonce too low: next nonce 7, tx nonce 6", send],
  ["geth", "call", -32000, "already known", send],
  ["geth", "unclear", -32000, "header not found"],
  ["geth", "unclear", -32000, "missing trie node 0bf3 (path ) state 0x0bf3 is not available"],
  ["geth", "unclear", -32601, "the method eth_getBlockReceipts does not exist/is not available"],
  ["geth", "unclear", -32000, "execution aborted (timeout = 5s)"],
  ["Erigon", "unclear", -32000, "old data not available due to pruning"],
  ["Nethermind", "call", -32015, "VM execution error.", { data: "Reverted 0x" }],
  ["Nethermind", "unclear", -32001, "Block 0x12 could not be found, header not found"],
  ["Besu", "call", -32000, "Execution reverted", { data: "0x" }],
  ["Besu", "call", -32004, "Upfront cost exceeds account balance"],
  ["anvil", "call", -32003, "Insufficient funds for gas * price + value"],
  ["a contract that speaks of plans", "call", 3, "execution reverted: upgrade your plan"],
  ["Alchemy", "node", 429, "Your app has exceeded its compute units per second capacity."],
  [
    "Alchemy",
    "node",
    429,
    "Monthly capacity limit exceeded. Visit the dashboard to upgrade your scaling policy.",
  ],
  ["Alchemy", "node", -32600, "Must be authenticated!"],
  ["Alchemy", "node", -32001, "Unable to complete request at this time."],
  [
    "Alchemy",
    "call",
    -32600,
    "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.",
    logs,
  ],
  [
    "Alchemy",
    "call",
    -32602,
    "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range.",
    logs,
  ],
  [
    "Infura",
    "node",
    -32005,
    "daily request count exceeded, request rate limited",
    { data: { see: "https://infura.example/dashboard" } },
  ],
  [
    "Infura",
    "call",
    -32005,
    "query returned more than 10000 results. Try with this block range [0x1, 0x2].",
    logs,
  ],
  ["Infura", "unclear", -32601, "The method eth_feeHistory does not exist/is not available"],
  [
    "QuickNode",
    "node",
    -32007,
    "50/second request limit reached - reduce calls per second or upgrade your account",
  ],
  ["QuickNode", "node", -32003, "daily request limit reached - upgrade your account"],
  ["QuickNode", "node", -32601, "method eth_getBlockReceipts is not available on your plan"],
  ["QuickNode", "call", -32614, "eth_getLogs is limited to a 10,000 range", logs],
  [
    "dRPC",
    "node",
    30,
    "Request timeout on the free tier, please upgrade your tier to the paid one",
  ],
  ["dRPC", "call", 35, "ranges over 10000 blocks are not supported on freetier", logs],
  ["a prepaid provider", "node", -32000, "Insufficient balance, please top up your account"],
  ["Ankr", "node", -32090, "Too many requests, reason: call rate limit exhausted, retry in 10s"],
  ["Ankr", "node", -32000, "Unauthorized: You must authenticate your request with an API key"],
  ["Chainstack", "node", -32005, "You've exceeded the RPS limit available on the current plan."],
  ["a public node", "node", -32011, "no backend is currently healthy to serve traffic"],
  ["a public node", "call", -32005, "limit exceeded", logs],
  ["a public node", "node", -32005, "limit exceeded"],
  ["Cloudflare", "unclear", -32046, "Cannot fulfill request"],
  ["Cloudflare", "unclear", -32603, "Internal error"],
  [
    "a provider that takes no transactions",
    "node",
    -32601,
    "eth_sendRawTransaction is not on your plan",
    send,
  ],
  ["a provider whose backend fails", "unclear", -32603, "internal error", send],
])("what %s says is about the %s: %i %s", (_who, subject, code, message, more = {}) => {
  const { method = "eth_call", data } = more;
  expect(subjectOf(method, { code, message, data })).toBe(subject);
});
