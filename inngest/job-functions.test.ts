import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { jobFunctions } from "./job-functions";

it("serves the function of every file", () => {
  const files = readdirSync(new URL("./functions", import.meta.url))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => file.replace(/\.ts$/, ""));
  const ids = jobFunctions.map((jobFunction) => jobFunction.id());
  expect(ids.sort()).toEqual(files.sort());
});
