import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import {
  paymentSettledTopic,
  paymentsRoutedTopic,
} from "@/lib/adapters/chain/events/payment-events";
import { chargeRefundedTopic } from "@/lib/adapters/chain/events/refund-events";
import { csvColumns, csvHead, csvLine, listedItem } from "@/lib/contract/csv";
import { encodeAs } from "@/lib/contract/encode";
import { listMovements as declaration } from "@/lib/contract/insight/books";
import { deployForeign } from "@/testing/foreign-contracts";
import { type NodeCall, startHttpNode } from "@/testing/http-node";
import { moveMoney } from "@/testing/moved-money";
import { makeFinal } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { listMovements } from "./list-movements";

let world: World;
let folder: string;
let files = 0;
let head: string[];
let lines: string[][];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "verify-"));
  world = await createWorld();
  await moveMoney(world);
  if (!item) throw new Error("movements are a list");
  head = cellsOf(csvHead(csvColumns(item)));
  lines = await movements();
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world?.stop();
});

const item = listedItem(declaration);
const cellsOf = (line: string) => line.trim().split(",");

/** The lines of the merchant's file. */
async function movements(): Promise<string[][]> {
  if (!item) throw new Error("movements are a list");
  const columns = csvColumns(item);
  const { data } = await listMovements(world.merchantContext(), { limit: 100 });
  return data.map((row) => cellsOf(csvLine(columns, encodeAs(item, { ...row }))));
}

/** Runs `verify.mjs` on lines of a file. */
async function verify(given: readonly (readonly string[])[], node = world.chain.rpcUrl) {
  files += 1;
  const file = path.join(folder, `movements-${files}.csv`);
  await writeFile(file, [head, ...given].map((cells) => `${cells.join(",")}\r\n`).join(""));
  return new Promise<{ code: number; out: string }>((done) => {
    execFile("node", ["public/verify.mjs", file, node], (error, out, err) =>
      done({ code: error ? 1 : 0, out: out + err }),
    );
  });
}

const cell = (line: readonly string[], name: string) => line[head.indexOf(name)] ?? "";
const change = (at: number, name: string, to: (text: string) => string) =>
  lines.map((line, place) =>
    line.map((text, column) => (place === at && head[column] === name ? to(text) : text)),
  );

test("every movement agrees, with sums by token", async () => {
  const { code, out } = await verify(lines);
  expect(out).toMatch(/^USDC 0x[0-9a-f]{40} in 28\.000001 fees 0\.280000 refunds 3\.500000$/m);
  expect(out).toMatch(/^EURC 0x[0-9a-f]{40} in 7\.000000 fees 0\.070000 refunds 0\.000000$/m);
  expect(out).toContain("8 movements agree\n");
  expect(code).toBe(0);
});

/** The places of a line of each kind, and of a refund by its contract and one by a plain transfer. */
function ofEachKind(): number[] {
  const kinds = lines.map((line) => {
    const isPlain = cell(line, "amount") === "500000";
    return isPlain ? "transfer" : cell(line, "kind");
  });
  const found = [...new Set(kinds)].map((kind) => kinds.indexOf(kind));
  expect(found).toHaveLength(4);
  return found;
}

const unit = (text: string) => String(BigInt(text) + 1n);
const smallest = (text: string) => `${text.split(".")[0]}.${text.split(".")[1]?.padEnd(5, "0")}1`;
const otherDigit = (text: string) => text.slice(0, -1) + (text.endsWith("1") ? "2" : "1");

test.each([
  ...["amount", "fee", "net", "blockNumber", "logIndex"].map((name) => [name, unit] as const),
  ...["amountDecimal", "feeDecimal", "netDecimal"].map((name) => [name, smallest] as const),
  ...["token", "from", "to", "txHash"].map((name) => [name, otherDigit] as const),
  ["kind", (kind: string) => (kind === "refund" ? "payment" : "refund")] as const,
  ["date", () => "2020-01-01"] as const,
  ["blockTimestamp", () => "2020-01-01T00:00:00.000Z"] as const,
])(
  "another %s is found in a line of each kind",
  async (name, to) => {
    const results = await Promise.all(
      ofEachKind().map(async (at) => ({ at, ...(await verify(change(at, name, to))) })),
    );
    for (const { at, code, out } of results) {
      expect(code, `${at} ${out}`).toBe(1);
      expect(out).toMatch(new RegExp(`^Line ${at + 2} \\(txn_\\w+\\): `));
    }
  },
  60_000,
);

test("a line that is there twice is found, and so is one between others that is left out", async () => {
  const [first, second] = lines;
  if (!first || !second) throw new Error("there are several");
  expect((await verify([first, second, first])).out).toContain("in an earlier line");
  for (const [at, line] of lines.entries()) {
    const others = lines.filter((_, place) => place !== at);
    const blocks = others.map((other) => Number(cell(other, "blockNumber")));
    const block = Number(cell(line, "blockNumber"));
    const isBetween = Math.min(...blocks) <= block && block <= Math.max(...blocks);
    // Of the other contracts the file names no further movement, and a plain transfer names no contract.
    const isKnown = isBetween && cell(line, "kind") === "unmatched_deposit";
    const place = `log ${cell(line, "logIndex")} of ${cell(line, "txHash")}`;
    const { out } = await verify(others);
    expect(out).toContain(isKnown ? `Left out: ${place}` : "7 movements agree");
  }
}, 60_000);

test("a token that is another currency in another line is found", async () => {
  const at = lines.findLastIndex((line) => cell(line, "currency") === "USDC");
  const { code, out } = await verify(change(at, "currency", () => "EURC"));
  expect([code, out]).toEqual([1, expect.stringContaining("currency is EURC, the chain has USDC")]);
});

test("a line that is no movement is named, and says nothing of other chains", async () => {
  const [first, second] = lines;
  if (!first || !second) throw new Error("there are several");
  const odd = [
    first.slice(0, 2),
    [first.join(";")],
    ["<html>"],
    change(0, "txHash", () => "")[0] ?? [],
  ];
  for (const line of odd) {
    const { code, out } = await verify([second, line]);
    expect([code, out]).toEqual([1, "Line 3 is no movement\n"]);
  }
  expect(await verify([])).toEqual({ code: 0, out: "0 movements agree\n" });
}, 60_000);

test("lines of another chain are not checked, and a node that does not answer says nothing of any", async () => {
  const other = change(0, "chainId", () => "8453");
  expect((await verify(other)).out).toContain("7 movements agree; 1 of other chains were not");
  const away = await verify(lines, "http://127.0.0.1:9");
  expect(away).toMatchObject({ code: 1, out: expect.stringContaining("Not checked: eth_chainId") });
});

/** What a receipt has of a log, as far as the script reads it. */
interface ReceiptLog {
  address: string;
  topics: string[];
  data: string;
  logIndex: string;
}

/** Runs `verify.mjs` with a node whose receipts have other logs. */
async function verifyWith(change: (logs: ReceiptLog[]) => ReceiptLog[]) {
  const node = await startHttpNode();
  node.answer = async (body, response) => {
    const { id, method, params } = body as NodeCall;
    const result = await world.chain.request<{ logs: ReceiptLog[] }>(method, params);
    if (method === "eth_getTransactionReceipt") result.logs = change(result.logs);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  try {
    return await verify(lines, node.url);
  } finally {
    await node.stop();
  }
}

const word = (value: string | bigint): Hex =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value as Hex);
const stranger = "0x00000000000000000000000000000000000000aa";

/** Logs of contracts that anybody can call in the transaction of a payment. */
function strangersLogs(at: number): ReceiptLog[] {
  const processor = addressOf(world.deployment(), "processor");
  const { usdc } = world.deployment();
  const uint = (...values: bigint[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: "uint256" })),
      values,
    );
  const routedTo = (merchantId: bigint) => ({
    topics: [paymentsRoutedTopic, word(stranger), word(merchantId), word(usdc)],
    data: uint(BigInt(stranger), 0n, 0n),
  });
  const logs = [
    { address: stranger, topics: [paymentSettledTopic], data: "0x" },
    { address: stranger, topics: [chargeRefundedTopic], data: "0x" },
    // A registry of a stranger's in the same core, whose token logs no transfer.
    {
      address: processor,
      topics: [paymentsRoutedTopic, word(stranger), word(1n), word(stranger)],
      data: uint(BigInt(stranger), 0n, 0n),
    },
    {
      address: processor,
      topics: [paymentSettledTopic, word(stranger), word(1n), word(1n)],
      data: uint(BigInt(stranger), 5n),
    },
    // Its fees, swept to the merchant's payout.
    { address: usdc, ...transferLog(processor, world.merchant.payout, 7n) },
    // A whole payment to its own merchant, which has the number of ours.
    { address: usdc, ...transferLog(stranger, processor, 3n) },
    { address: processor, ...routedTo(world.merchant.chainMerchantId.test) },
    {
      address: processor,
      topics: [paymentSettledTopic, word(stranger), word(2n), word(2n)],
      data: uint(BigInt(stranger), 3n),
    },
  ];
  return logs.map((log, place) => ({ ...log, logIndex: numberToHex(at + place) }));
}

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const transferLog = (from: string, to: string, amount: bigint) => ({
  topics: [transferTopic, word(from), word(to)],
  data: word(amount),
});

test("what strangers log in the same transaction changes nothing", async () => {
  const { code, out } = await verifyWith((logs) => [...logs, ...strangersLogs(1_000)]);
  expect(out).toContain("8 movements agree\n");
  expect(code).toBe(0);
});

test("a core that passes on a unit less is found", async () => {
  const { code, out } = await verifyWith((logs) =>
    logs.map((log) => {
      const isPayout =
        log.topics[0] === transferTopic && log.topics[2] === word(world.merchant.payout);
      return isPayout ? { ...log, data: word(BigInt(log.data) - 1n) } : log;
    }),
  );
  expect([code, out]).toEqual([1, expect.stringMatching(/: transfer is undefined, the chain has/)]);
});

test("a payment that names another registry than its group is found", async () => {
  const { code, out } = await verifyWith((logs) =>
    logs.map((log) => {
      const [topic, , ...topics] = log.topics;
      if (topic !== paymentSettledTopic) return log;
      return { ...log, topics: [topic, word(stranger), ...topics] };
    }),
  );
  expect([code, out]).toEqual([1, expect.stringContaining("the chain has none there")]);
});

test("a stranger's registry with the merchant's number is neither missed nor counted", async () => {
  const payer = await fundPayer(world);
  const foreign = await deployForeign(world);
  const merchantId = world.merchant.chainMerchantId.test;
  await payDirectly(world, payer, { deployment: foreign, merchantId, amount: 9_000_000n });
  await world.chain.mine();
  await payDirectly(world, payer, { amount: 2_000_000n });
  await makeFinal(world, 4);
  const now = await movements();
  const { out } = await verify(now);
  expect(out).toMatch(/^USDC 0x[0-9a-f]{40} in 30\.000001 fees 0\.300000 refunds 3\.500000$/m);
  expect(out).toContain("9 movements agree\n");

  // Between lines that are known, a payment of ours is missed nevertheless.
  const others = now.filter((line) => cell(line, "amount") !== "5000000");
  expect((await verify(others)).out).toMatch(/^Left out: log \d+ of 0x[0-9a-f]{64}$/m);
}, 60_000);
