import { existsSync, readdirSync } from "node:fs";
import postgres from "postgres";
import { expect, type ProvidedContext, test } from "vitest";
import type { TestProject } from "vitest/node";
import setup from "./global-setup";

test("Postgres starts when it is first asked for, once, and ends with the run", async () => {
  const provided: Partial<ProvidedContext> = {};
  const provide = (key: keyof ProvidedContext, value: string) => {
    provided[key] = value;
  };
  const root = { provide, getProvidedContext: () => provided };
  const project = { vitest: { getRootProject: () => root } } as unknown as TestProject;
  const end = await setup(project);
  const { runFolder = "", postgresStarter = "" } = provided;
  const endOther = await setup(project);
  expect(provided).toEqual({ runFolder, postgresStarter });
  expect(readdirSync(runFolder)).toEqual([]);

  expect((await fetch(new URL("/", postgresStarter))).status).toBe(404);
  expect(readdirSync(runFolder)).toEqual([]);

  const ask = async () => (await fetch(postgresStarter)).text();
  const [url = "", ...others] = await Promise.all([ask(), ask(), ask()]);
  expect(others).toEqual([url, url]);
  const sql = postgres(url, { max: 1 });
  expect(await sql`select to_regclass('payment_sessions') is not null as migrated`).toEqual([
    { migrated: true },
  ]);
  await sql.end();

  await endOther();
  expect(existsSync(runFolder)).toBe(true);
  await end();
  expect(existsSync(runFolder)).toBe(false);
  await expect(fetch(postgresStarter)).rejects.toThrow();
  const after = postgres(url, { max: 1 });
  await expect(after`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
