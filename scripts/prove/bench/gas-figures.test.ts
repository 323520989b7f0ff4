import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type GasFigures, readCallGas, readTransactionGas } from "./gas-figures";

/*
 * What documents say of gas is what is committed in contracts/snapshots, where the tests of the contracts and
 * `npm run bench:gas` compare it with what they measure.
 */
const calls = readCallGas();
const transactions = readTransactionGas();
const contracts = readFileSync("docs/contracts.md", "utf8");

function figure(figures: GasFigures, name: string): number {
  const gas = figures.get(name);
  if (gas === undefined) throw new Error(`no figure of ${name} is committed`);
  return gas;
}
const written = (gas: number) => gas.toLocaleString("en");
const call = (name: string) => written(figure(calls, name));
const whole = (name: string) => written(figure(transactions, name));
const share = (name: string, plain: string) =>
  `${((100 * figure(transactions, name)) / figure(transactions, plain)).toFixed(1)} %`;
const paid = (name: string) => `${whole(name)} (${share(name, "transferWithAuthorization")})`;
const renewed = (name: string) => `${whole(name)} | ${share(name, "transferFrom")}`;

test.each([
  `plain \`transferWithAuthorization\` of the same token behind its proxy (${whole("transferWithAuthorization")} gas)`,
  `| single | ${paid("pay")} | ${paid("payTerms")} |`,
  `| in a batch of 10 | ${paid("settleBatch of 10")} | ${paid("settleTermsBatch of 10")} |`,
  `| in a batch of 50 | ${paid("settleBatch of 50")} | ${paid("settleTermsBatch of 50")} |`,
  `plain \`transferFrom\` of the same token (${whole("transferFrom")})`,
  `| single | ${renewed("charge")} |`,
  `| in a batch of 10 | ${renewed("chargeBatch of 10")} |`,
  `| in a batch of 50 | ${renewed("chargeBatch of 50")} |`,
  `its first charge takes ${call("SubscriptionManager subscribe")} gas, a cancellation ${call("SubscriptionManager cancel")},`,
  `takes ${call("RefundManager first of an intent")} gas for the first refund of a payment with two signatures, ${call("RefundManager later of an intent")} for a later one, ${call("RefundManager first of terms")} with one signature, and ${call("RefundManager first of terms by authorization")} by authorization`,
  `takes ${call("ChargeRefundManager first")} gas for the first refund of a subscription, ${call("ChargeRefundManager later")} for a later one of the same charge, and ${call("ChargeRefundManager first by authorization")} by authorization`,
  `A proposal that opens its job takes ${call("AgentTreasury propose a job that opens")} gas, one that waits ${call("AgentTreasury propose a job that waits")}, an approval ${call("AgentTreasury approve a job")}, a completion ${call("AgentTreasury complete a job")}, and the deployment of a treasury ${call("AgentTreasury deploy")},`,
])("docs/contracts.md says: %s", (text) => {
  expect(contracts).toContain(text);
});

test("the table of benchmarks has the figures of payments", () => {
  const batches = [1, 10, 50].map((size) => whole(`settleBatch of ${size}`)).join(" / ");
  expect(readFileSync("docs/testing.md", "utf8")).toContain(
    `| gas per payment, batch of 1 / 10 / 50 | ${batches} | plain \`transferWithAuthorization\` ${whole("transferWithAuthorization")} (${share("settleBatch of 50", "transferWithAuthorization")} at 50); \`pay\` alone ${whole("pay")} |`,
  );
});

test("no document states another figure of gas", () => {
  // A transaction's own cost, and what a balance that is not zero spares.
  const known = new Set(["21,000", "17,100", ...[...calls.values()].map(written)]);
  for (const gas of transactions.values()) known.add(written(gas));
  const pages = readdirSync("docs", { recursive: true }).map(String);
  const unknown = ["README.md", ...pages.map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\b(\d{2,3},\d{3}) gas\b/g)].map(
        ([, gas = ""]) => `${path}: ${gas}`,
      ),
    )
    .filter((text) => !known.has(text.split(": ")[1] ?? ""));
  expect(unknown).toEqual([]);
});

test("a whole transaction takes more than its call and 21,000, and not much more", () => {
  for (const [name, gas] of transactions) {
    const of = [...calls].find(([full]) => full.endsWith(` ${name}`));
    if (!of) continue;
    const items = Number(/ of (\d+)$/.exec(name)?.[1] ?? 1);
    const least = (of[1] + 21_000) / items;
    expect(gas / least, name).toBeGreaterThan(1);
    expect(gas / least, name).toBeLessThan(1.2);
  }
});
