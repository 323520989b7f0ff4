import { join } from "node:path";
import type { Sql } from "@/db/client";
import { buildCli } from "@/scripts/cli/build-cli";
import { openDrillStage, type ServerRun } from "./drill-stage";

/** A merchant, a server that is started again and again, and the built command line. */
export interface ListenStage {
  readonly db: Sql;
  readonly merchantId: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly cli: string;
  /** The command line's state. */
  readonly stateDir: string;
  startServer(): Promise<ServerRun>;
  close(): Promise<void>;
}

/** Builds server and command line, and prepares database, chain and merchant as the demo does. */
export async function openListenStage(): Promise<ListenStage> {
  const stage = await openDrillStage();
  const cli = join(stage.folder, "stipend.js");
  await buildCli(cli);
  const { db, baseUrl, secrets, settings } = stage;
  return {
    db,
    merchantId: secrets.demo.DEMO_MERCHANT_ID,
    key: secrets.demo.DEMO_SECRET_KEY_TEST,
    baseUrl,
    cli,
    stateDir: join(stage.folder, "state"),
    startServer: () => stage.startServer(settings),
    close: stage.close,
  };
}
