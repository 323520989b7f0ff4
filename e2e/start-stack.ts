import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoOptions } from "@/scripts/demo/demo-options";
import { type Demo, startDemo } from "@/scripts/demo/start-demo";
import { stackVariable } from "./stack";

/** Starts a demo on free ports and a folder of its own. */
export async function startStack(options: Partial<DemoOptions> = {}): Promise<{
  demo: Demo;
  stop(): Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-e2e-"));
  const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
  const demo = await startDemo({ dataDir, ...ports, inbox: true, ...options });
  return {
    demo,
    async stop() {
      await demo.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Before all tests: the stack that they share. Playwright calls what is returned after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { demo, stop } = await startStack();
  process.env[stackVariable] = JSON.stringify({ ...demo.info, databaseUrl: demo.databaseUrl });
  return stop;
}
