import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import type { DemoOptions } from "@/scripts/run/demo/demo-options";
import { openDemoSecrets } from "@/scripts/run/demo/demo-secrets";
import { kept } from "@/scripts/run/demo/kept";
import { type Demo, startDemo } from "@/scripts/run/demo/start-demo";
import { startLeakReporter } from "./leak-reporter";
import { type Stack, stackVariable } from "./stack";

/** Starts a demo on free ports and a folder of its own. */
export async function startStack(options: Partial<DemoOptions> = {}): Promise<{
  demo: Demo;
  stack: Stack;
  stop(): Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-e2e-"));
  const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
  const reporter = await startLeakReporter();
  const appEnv = { SECRET_SCANNING_KEYS_URL: reporter.url, ...options.appEnv };
  const demo = await startDemo({ dataDir, ...ports, inbox: true, ...options, appEnv });
  const secrets = openDemoSecrets(join(dataDir, kept.secrets));
  return {
    demo,
    stack: {
      ...demo.info,
      databaseUrl: demo.databaseUrl,
      settings: demo.settings,
      leakKey: reporter.privateKey,
      merchantKey: secrets.demo.DEMO_MERCHANT_PRIVATE_KEY as `0x${string}`,
      operator: privateKeyToAccount(secrets.app.OPERATOR_PRIVATE_KEY as `0x${string}`).address,
    },
    async stop() {
      await demo.stop();
      await reporter.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Before all tests: the stack that they share. Playwright calls what is returned after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Merchants release held payments themselves, so that every page of theirs can be used.
  const { stack, stop } = await startStack({ appEnv: { HOLD_RELEASE: "merchant" } });
  process.env[stackVariable] = JSON.stringify(stack);
  return stop;
}
