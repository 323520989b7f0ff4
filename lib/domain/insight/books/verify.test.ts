import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvColumns, csvHead, csvLine, listedItem } from "@/lib/contract/csv";
import { encodeAs } from "@/lib/contract/encode";
import { listMovements as declaration } from "@/lib/contract/insight/books";
import { moveMoney } from "@/testing/moved-money";
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
  const item = listedItem(declaration.response);
  if (!item) throw new Error("movements are a list");
  const columns = csvColumns(item);
  const { data } = await listMovements(world.merchantContext(), { limit: 100 });
  const cells = (line: string) => line.trim().split(",");
  head = cells(csvHead(columns));
  lines = data.map((row) => cells(csvLine(columns, encodeAs(item, { ...row }))));
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world?.stop();
});

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
