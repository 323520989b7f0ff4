import { defineConfig } from "@playwright/test";
import { findChromium } from "@/scripts/find-chromium";

const isRoot = process.getuid?.() === 0;

/** How a payer chooses a wallet and signs. */
const CHECKOUT =
  /(accessibility|before-hydration|closed-pages|injected-wallet|live-progress|one-signature|test-wallet|two-signatures)\.spec\.ts$/;

/** Subscriptions and the dashboard. */
const SUBSCRIPTIONS = /(renewals|subscribe|dashboard)\.spec\.ts$/;

/** Merchants’ pages and those that anybody may read, asked for by name: `npm run test:e2e -- --project merchants`. They take nine minutes. */
const MERCHANTS =
  /(addresses|answers|by-keyboard|developers|exports|hostile-texts|isolation|many-rows|own-invoices|own-plans|own-refunds|merchants|palette|payments-pages|site|step-up)\.spec\.ts$/;

/** Asked for by name: `npm run test:e2e -- --project privy`. They start a second process beside the stack. */
const PRIVY = /(privy|turnstile)\.spec\.ts$/;

export default defineConfig({
  testDir: ".",
  // Each is a run of its own with its own stack, so that they can go beside each other.
  projects: [
    {
      name: "payments",
      testIgnore: [CHECKOUT, SUBSCRIPTIONS, MERCHANTS, PRIVY],
      outputDir: "../test-results/payments",
    },
    { name: "checkout", testMatch: CHECKOUT, outputDir: "../test-results/checkout" },
    { name: "subscriptions", testMatch: SUBSCRIPTIONS, outputDir: "../test-results/subscriptions" },
    { name: "merchants", testMatch: MERCHANTS, outputDir: "../test-results/merchants" },
    { name: "privy", testMatch: PRIVY, outputDir: "../test-results/privy" },
  ],
  globalSetup: "./start-stack.ts",
  // One stack and two cores: side by side the tests would only wait for each other.
  workers: 1,
  // They end what hangs, and measure nothing: a machine with other work takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A second try is reported as flaky, for somebody to look at; it does not stop a submission.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Madrid",
    // Of the second try where there is one: a snapshot of the DOM is taken at every step. Without pictures, which
    // are taken of every frame, and the snapshots show the same.
    trace: { mode: process.env.CI ? "on-first-retry" : "retain-on-failure", screenshots: false },
    launchOptions: {
      executablePath: findChromium(),
      // Chromium's sandbox does not run as root, as which containers run.
      args: isRoot ? ["--no-sandbox"] : [],
    },
  },
});
