import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { findPureTests } from "./find-pure-tests";

test("a test is pure unless its imports lead to Postgres or a chain", () => {
  const root = mkdtempSync(join(inject("runFolder"), "pure-"));
  const files = {
    "testing/template-url.ts": "export const templateUrl = 1;",
    "testing/database.ts": 'import { templateUrl } from "./template-url";\nexport type Row = 1;',
    "scripts/run/services/anvil.ts": "export const startAnvil = 1;",
    "lib/shop.ts": 'export const load = () => import("@/scripts/run/services/anvil");',
    "lib/direct.test.ts": 'import { x } from "@/testing/database";',
    "lib/wrapped.test.tsx": 'import {\n  x,\n} from "@/testing/database";',
    "lib/later.test.ts": 'import { load } from "./shop";',
    "lib/types.test.ts":
      'import type { Row } from "@/testing/database";\nimport { test } from "vitest";',
    "lib/pure.test.ts": 'import { z } from "./z";',
    "lib/z.ts": 'import { y } from "@/lib/y";',
    "lib/y.ts": 'import "./z";',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(findPureTests(root)).toEqual(["lib/pure.test.ts", "lib/types.test.ts"]);
});
