import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAppServer } from "@/scripts/run/demo/app-server";
import { choosePort } from "@/scripts/run/services/choose-port";
import { type PrivyStub, startPrivy } from "@/testing/privy";
import type { Stack } from "./stack";

/** An app whose people have their accounts at a stub of Privy. */
export interface PrivyApp {
  readonly privy: PrivyStub;
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a second process on the stack's database.
 * @param host `localhost`, where a browser is to know passkeys
 */
export async function startPrivyApp(stack: Stack, host = "127.0.0.1"): Promise<PrivyApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-privy-"));
  const privy = await startPrivy();
  const port = await choosePort(0, "the app");
  const baseUrl = `http://${host}:${port}`;
  const own = { PORT: String(port), APP_URL: baseUrl };
  const env = { ...stack.settings, ...own, IDENTITY_PROVIDER: "privy", ...privy.settings };
  const app = startAppServer(dataDir, ["scripts/run/start.cjs"], env);
  await app.ready(baseUrl, () => {});
  return {
    ...{ privy, baseUrl },
    async stop() {
      await app.stop();
      await privy.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
