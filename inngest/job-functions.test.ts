import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { jobFunctions } from "./job-functions";

it("serves every function of every file", async () => {
  const files = readdirSync(new URL("./functions", import.meta.url)).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const modules: object[] = await Promise.all(
    files.map((file) => import(new URL(`./functions/${file}`, import.meta.url).href)),
  );
  const written = modules.flatMap((module) => Object.values(module));
  expect(new Set(jobFunctions)).toEqual(new Set(written));
});
