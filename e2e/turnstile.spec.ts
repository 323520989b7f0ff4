import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type AppServer, startAppServer } from "@/scripts/run/demo/app-server";
import { choosePort } from "@/scripts/run/services/choose-port";
import { solveFast } from "@/testing/solve-puzzle";
import { isInOrder } from "./in-looks";
import { watchProblems } from "./own-account";
import { sharedStack } from "./stack";

const stack = sharedStack();
const CLOUDFLARE = "https://challenges.cloudflare.com";
const SITE_KEY = "1x00000000000000000000AA";

/** What Cloudflare's script does as far as its documentation says: a frame of its own, which tells when it is solved. */
const script = `
  window.turnstile = {
    render(element, { sitekey, action, callback }) {
      const frame = document.createElement("iframe");
      frame.title = "Widget containing a Cloudflare security challenge";
      frame.width = 300;
      frame.height = 65;
      frame.src = "${CLOUDFLARE}/frame?" + new URLSearchParams({ sitekey, action });
      element.append(frame);
      addEventListener("message", ({ origin, data }) => {
        if (origin === "${CLOUDFLARE}") callback(data.token);
      });
      return "widget";
    },
    remove() {},
  };`;
const frame = `<!doctype html><html lang="en"><title>Challenge</title><main><h1>Challenge</h1>
  <button onclick="parent.postMessage({ token: 'of ' + location.search }, '*')">I am human</button></main>`;

let app: AppServer;
let baseUrl: string;
const dataDir = mkdtempSync(join(tmpdir(), "stipend-turnstile-"));

/** A second process on the same database, whose settings want Cloudflare's challenge. */
test.beforeAll(async () => {
  const port = await choosePort(0, "the app");
  baseUrl = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), APP_URL: baseUrl };
  const TURNSTILE_SECRET_KEY = "1x0000000000000000000000000000000AA";
  const env = { ...stack.settings, ...own, TURNSTILE_SITE_KEY: SITE_KEY, TURNSTILE_SECRET_KEY };
  app = startAppServer(dataDir, ["scripts/run/start.cjs"], env);
  await app.ready(baseUrl, () => {});
});
test.afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Stands in for Cloudflare, in the browser and where our server would ask it. @returns the tokens that it was sent */
async function stubCloudflare(page: Page): Promise<string[]> {
  const tokens: string[] = [];
  const serve = (path: string, contentType: string, body: string) =>
    page.route(`${CLOUDFLARE}/${path}`, (route) => route.fulfill({ contentType, body }));
  await serve("turnstile/**", "text/javascript", script);
  await serve("frame?**", "text/html", frame);
  await page.route("**/v1/auth/turnstile/verify", async (route) => {
    tokens.push(route.request().postDataJSON().token);
    // The other process asks for puzzles; its pass is good here, too.
    const asked = await page.request.get(`${stack.baseUrl}/v1/auth/challenge?for=signup`);
    const { puzzle } = await asked.json();
    const data = { token: solveFast(puzzle), for: "signup" };
    const path = "/v1/auth/turnstile/verify";
    const answer = await page.request.post(`${stack.baseUrl}${path}`, { data });
    await route.fulfill({ status: answer.status(), json: await answer.json() });
  });
  return tokens;
}

async function askForAccount(page: Page, name: string): Promise<void> {
  await page.goto(`${baseUrl}/signup`);
  await page.getByLabel("E-mail").fill(`${name}-${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Create account" }).click();
}

test("Cloudflare's widget is seen, solved once, and lets somebody sign up", async ({ page }) => {
  const problems = watchProblems(page);
  const tokens = await stubCloudflare(page);
  await askForAccount(page, "tur");
  const panel = page.getByRole("region", { name: "Check that you are human" });
  await expect(panel).toBeInViewport({ ratio: 1 });
  await isInOrder(page);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(panel).toBeInViewport({ ratio: 1 });
  }
  const human = page.frameLocator("iframe").getByRole("button", { name: "I am human" });
  await human.click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expect(panel).toHaveCount(0);
  expect(tokens).toEqual([`of ?sitekey=${SITE_KEY}&action=stipend-signup`]);
  expect(problems).toEqual([]);
});

test("without an answer of Cloudflare somebody is told to try again, and then goes on", async ({
  page,
}) => {
  await page.route(`${CLOUDFLARE}/**`, (route) => route.abort());
  await askForAccount(page, "una");
  await expect(
    page.getByText("The server didn’t answer. Check your connection and try again."),
  ).toBeVisible();
  await page.unroute(`${CLOUDFLARE}/**`);
  await stubCloudflare(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.frameLocator("iframe").getByRole("button", { name: "I am human" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
});

test("pages that ask for a puzzle load nothing of Cloudflare", async ({ page }) => {
  const asked: string[] = [];
  await page.route(`${CLOUDFLARE}/**`, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto(`${stack.baseUrl}/login`);
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/^The email address or the password is wrong/)).toBeVisible();
  expect(asked).toEqual([]);
});
