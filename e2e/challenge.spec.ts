import { expect, test } from "@playwright/test";
import { sharedStack } from "./stack";

const { baseUrl, signIn } = sharedStack();

test("the puzzle is worked out while a person types, and nothing is refused for its sake", async ({
  page,
}) => {
  if (!signIn) throw new Error("the demo's merchant has an owner");
  const asked: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(?:v1\/auth|api\/identity)\//.test(pathname)) {
      asked.push(`${response.status()} ${pathname}`);
    }
  });
  await page.goto(`${baseUrl}/login`);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(new URL(worker.url()).origin));
  const passed = page.waitForResponse((response) => response.url().endsWith("/verify"));
  await page.getByLabel("E-mail").pressSequentially(signIn.email.slice(0, 1));
  expect((await passed).status()).toBe(200);
  expect(workers).toEqual([baseUrl]);
  await page.getByLabel("E-mail").fill(signIn.email);
  await page.getByLabel("Password", { exact: true }).fill(signIn.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/dashboard"));
  expect(asked.slice(0, 3)).toEqual([
    "200 /v1/auth/challenge",
    "200 /v1/auth/turnstile/verify",
    "200 /api/identity/login",
  ]);
});

test("a person who is quicker is told what they wait for", async ({ page }) => {
  if (!signIn) throw new Error("the demo's merchant has an owner");
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/v1/auth/challenge", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${baseUrl}/login`);
  // Before its code is there the form is sent as plain HTML, without a puzzle.
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill(signIn.email);
  await page.getByLabel("Password", { exact: true }).fill(signIn.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("Checking that you’re not a bot");
  goOn();
  await page.waitForURL((url) => url.pathname.startsWith("/dashboard"));
});
