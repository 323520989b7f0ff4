import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: the books are of what is paid here.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

async function pay(amount: string): Promise<void> {
  const api = merchantApi(stack);
  const session = await createSession(stack, { amount });
  await payByApi(api, session, fundedKey(stack));
  await waitUntilClosed(api, session.id);
}

test("the books show what moved, and their file is checked by the command that the page gives", async ({
  page,
  context,
}, info) => {
  await pay("12000000");
  await openAsOwner(page, stack, "/dashboard/books");
  const days = page.getByRole("table", { name: /^Days in USDC on chain/ });
  await expect(days).toContainText(/12\.00\sUSDC/);
  await isInOrder(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download movements" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^movements-test-\d{4}-\d\d-\d\d\.csv$/);
  const saved = info.outputPath(file.suggestedFilename());
  await file.saveAs(saved);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy command" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, url = "", name, node = ""] =
    /^curl -sO (\S+\/verify\.mjs) && node verify\.mjs (\S+) (\S+)$/.exec(command) ?? [];
  expect(name).toBe(file.suggestedFilename());
  const script = info.outputPath("verify.mjs");
  await writeFile(script, await (await page.request.get(url)).text());
  const run = promisify(execFile);
  const { stdout } = await run("node", [script, saved, node]);
  expect(stdout).toMatch(/movements? agree/);
  await writeFile(saved, (await readFile(saved, "utf8")).replace("12000000", "12000001"));
  await expect(run("node", [script, saved, node])).rejects.toMatchObject({
    stdout: expect.stringContaining("amount is 12000001, the chain has 12000000"),
  });

  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/range=7/);
  await expect(days).toContainText(/12\.00\sUSDC/);
});
