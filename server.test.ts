import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { createWorld, type World } from "@/testing/world";
import { startServer } from "./server";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await world?.stop();
});

test("does not start with a screening list that cannot be read", async () => {
  const { db, chains } = world;
  const config = { ...world.config, SCREENING_LIST: "/nowhere/list.txt" };
  const stopping = new AbortController();
  const log = createLogger("silent");
  const { modules } = world.systemContext();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db,
    jobDb: db,
    stopping,
    chains: async () => chains,
  };
  await expect(startServer([])).rejects.toThrow(
    "SCREENING_LIST (/nowhere/list.txt): it cannot be read (ENOENT)",
  );
});
