import { defineConfig } from "@playwright/test";
import { findChromium } from "@/scripts/prove/find-chromium";

const isRoot = process.getuid?.() === 0;

/** One way through each flow, at one size and theme: `{ tag: "@flow" }`. They are part of `npm test`, the others of `npm run test:all`. */
const FLOW = /@flow/;

/** Merchants’ pages and those that anybody may read as well. */
const MERCHANTS =
  /(addresses|agent|agent-expiry|agent-jobs|answers|books|by-keyboard|console|console-effects|console-repairs|developers|everybody|exports|figures|holds|home|hostile-texts|isolation|many-rows|own-invoices|own-plans|own-refunds|merchants|palette|payments-pages|shop|site|step-up)\.spec\.ts$/;

/** They start a second process beside the stack. */
const PRIVY = /(chain-choice|more-wallets|passkeys|privy|providers|turnstile)\.spec\.ts$/;

export default defineConfig({
  testDir: ".",
  // Each is a run of its own with its own stack, so that they can go beside each other.
  projects: [
    { name: "flows", grep: FLOW, outputDir: "../test-results/flows" },
    {
      name: "payers",
      grepInvert: FLOW,
      testIgnore: [MERCHANTS, PRIVY],
      outputDir: "../test-results/payers",
    },
    {
      name: "merchants",
      grepInvert: FLOW,
      testMatch: MERCHANTS,
      outputDir: "../test-results/merchants",
    },
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
