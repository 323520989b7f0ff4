import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

/* What no single dialog shows: that none can be closed while the request of its own form runs. */

/** The functions of each component's file, as their source. */
const functions = readdirSync(join(projectRoot, "components"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
  .flatMap((name) =>
    readFileSync(join(projectRoot, "components", name), "utf8")
      .split(/^(?=(?:export )?function )/m)
      .map((source) => ({ name, source })),
  );

/** What stands before the form of a function's dialog, where the function itself runs the request. */
const dialogs = functions.flatMap(({ name, source }) => {
  const head = /<Dialog\b(.*?)<Form\b/s.exec(source)?.[1];
  return head !== undefined && /use(?:Leaving)?Task\(/.test(source) ? [{ name, head }] : [];
});

test("a dialog stays open while what its form asked for is being done", () => {
  expect(dialogs.length).toBeGreaterThan(5);
  const closable = dialogs.filter(({ head }) => !/\bbusy\b/.test(head));
  expect(closable.map(({ name }) => name)).toEqual([]);
});
