import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idPrefixes } from "@/lib/core/ids";
import { objectKind, objectKinds, objectNames } from "@/lib/core/object-kinds";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { describeInFull } from "./openapi";

const { paths, components } = describeInFull("https://pay.stipend.test") as unknown as {
  paths: Record<string, { get?: { responses: Record<string, { content?: Content }> } }>;
  components: { schemas: Record<string, Schema> };
};
interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, { const?: string; examples?: unknown[] }>;
}
type Content = Record<string, { schema: Schema }>;

/** What an endpoint that reads one answers with. */
function readBy(path: string) {
  const schema = paths[path]?.get?.responses["200"]?.content?.["application/json"]?.schema;
  const name = schema?.$ref?.split("/").at(-1) ?? "";
  return (components.schemas[name] ?? schema)?.properties;
}

test.each(objectNames)(
  "%s is listed and read where its kind says, by an id of that kind",
  (name) => {
    const { api, id } = objectKinds[name];
    expect(paths[api]?.get, api).toBeDefined();
    // An event is read from the list.
    if (name === "event") return;
    const fields = readBy(`${api}/{id}`);
    expect(fields?.object?.const).toBe(name);
    expect(String(fields?.id?.examples?.[0])).toMatch(new RegExp(`^${idPrefixes[id]}_`));
  },
);

test.each(objectNames)("%s has its list and its page in the dashboard", (name) => {
  const { list, at = list } = objectKind(name) ?? { list: "" };
  // Keys have no page each: their list shows all.
  for (const page of name === "api_key" ? [list] : [list, `${at}/[id]`]) {
    expect(existsSync(join(projectRoot, "app", page, "page.tsx")), page).toBe(true);
  }
});

test("no two kinds have the same words, and what the dashboard has no page for has none", () => {
  const kinds = objectNames.map((name) => objectKinds[name]);
  for (const word of ["one", "many", "api", "id"] as const) {
    expect(new Set(kinds.map((kind) => kind[word])).size, word).toBe(kinds.length);
  }
  expect(objectKind("wallet_call")).toBeUndefined();
});
