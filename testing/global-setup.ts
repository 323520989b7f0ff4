import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import type { Template } from "./start-template";
import { createRunFolder, removeDeadRuns, removeRunFolder } from "./test-run";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the URL of the run's Postgres; the first request starts it. */
    postgresStarter: string;
    /** The run's temporary folder, deleted at its end. */
    runFolder: string;
  }
}

/**
 * One Postgres for the whole run of all projects, started when the first test file asks for it: most pure tests never do.
 */
export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const project = vitest.getRootProject();
  if ("runFolder" in project.getProvidedContext()) return async () => undefined;
  await removeDeadRuns();
  const folder = createRunFolder();
  let template: Promise<Template> | undefined;
  // The answer holds a password: only who was told the path gets it.
  const path = `/${randomBytes(16).toString("hex")}`;
  const starter = createServer(async (request, response) => {
    if (request.url !== path) return response.writeHead(404).end();
    template ??= import("./start-template").then(({ startTemplate }) => startTemplate(folder));
    try {
      response.end((await template).url);
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  await new Promise<void>((resolve) => starter.listen(0, "127.0.0.1", resolve));
  project.provide("runFolder", folder);
  project.provide(
    "postgresStarter",
    `http://127.0.0.1:${(starter.address() as AddressInfo).port}${path}`,
  );
  return async () => {
    starter.close();
    starter.closeAllConnections();
    await (await template?.catch(() => undefined))?.stop();
    await removeRunFolder(folder);
  };
}
