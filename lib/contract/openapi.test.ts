import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { eventTypes } from "@/lib/core/event-kinds";
import { apiReasons } from "@/lib/core/refusal-reasons";
import { openapiLines } from "@/testing/openapi-lines";
import { event, eventObjects } from "./events";
import { buildOpenapi } from "./openapi";
import { registry } from "./registry";

const description = buildOpenapi("https://pay.stipend.test");

it("describes every endpoint once, under its own name", () => {
  const paths = Object.values(
    description.paths as Record<string, Record<string, { operationId: string }>>,
  );
  const names = paths.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual([...registry.keys()].sort());
});

it("is an OpenAPI 3.1 document that the linter has nothing to say about", () => {
  const file = join(inject("runFolder"), "openapi.json");
  writeFileSync(file, JSON.stringify(description));
  const result = spawnSync(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--format", "json"],
    {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  const { totals, problems } = JSON.parse(result.stdout) as { totals: object; problems: unknown[] };
  expect(totals, JSON.stringify(problems, null, 1)).toMatchObject({ errors: 0, warnings: 0 });
});

type Schema = { [key: string]: unknown };
interface Content {
  schema: Schema;
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters: { name?: string; description?: string; $ref?: string }[];
  requestBody?: { content: { "application/json": Content } };
  responses: Record<string, { headers?: object; content?: { "application/json": Content } }>;
}

const operations = new Map(
  Object.values(description.paths as unknown as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);
const operationOf = (name: string): Operation => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not described`);
  return operation;
};

/** The fields in a part of the document that nothing is said of. */
function unexplained(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const here = `${path}.${key}`;
    if (key === "example" || key === "examples") return [];
    if (key !== "properties") return unexplained(value, here);
    const fields = Object.entries(value as Record<string, Schema>);
    return fields.flatMap(([name, field]) => [
      ...(field.description ? [] : [`${here}.${name}`]),
      ...unexplained(field, `${here}.${name}`),
    ]);
  });
}

it("says what every field and parameter means", () => {
  expect(unexplained(description, "")).toEqual([]);
  for (const { operationId, parameters } of operations.values()) {
    for (const { $ref, description: text, name } of parameters)
      expect($ref ?? text, `${operationId} ${name}`).toBeTruthy();
  }
});

it.each([...registry])("%s has examples that are what it takes and answers", (name, endpoint) => {
  const { requestBody, responses } = operationOf(name);
  if (endpoint.body) {
    const result = endpoint.body.safeParse(requestBody?.content["application/json"].example);
    expect(result.error?.issues ?? []).toEqual([]);
  }
  for (const [status, { content }] of Object.entries(responses)) {
    const example = Object.values(content ?? {})[0]?.example;
    if (status.startsWith("4") || status === "500") {
      expect(example, status).toMatchObject({
        error: { code: expect.any(String), details: { reason: expect.any(String) } },
      });
    } else {
      const result = endpoint.response.safeParse(example);
      expect(result.error?.issues ?? []).toEqual([]);
    }
  }
});

it.each([...registry])("%s tells each status and its headers", (name, endpoint) => {
  const { responses } = operationOf(name);
  expect(Object.keys(responses)).toContain("405");
  expect(Object.keys(responses).includes("413")).toBe(endpoint.body !== undefined);
  expect(Object.keys(responses).includes("503")).toBe(endpoint.unavailable === true);
  for (const [status, { headers }] of Object.entries(responses)) {
    const names = Object.keys(headers ?? {});
    expect(names, status).toContain("Stipend-Request-Id");
    expect(names.includes("Allow"), status).toBe(status === "405");
    const limits = endpoint.path.startsWith("/v1") && status !== "405";
    expect(names.includes("RateLimit-Remaining"), status).toBe(limits);
    if (status === "429") expect(names).toContain("Retry-After");
  }
});

it("lists what is done with sessions in the order in which it is done", () => {
  const paths = Object.entries(description.paths as Record<string, object>);
  expect(paths.slice(0, 4).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ["/v1/payment-sessions", ["post", "get"]],
    ["/v1/payment-sessions/{id}", ["get"]],
    ["/v1/payment-sessions/{id}/cancel", ["post"]],
    ["/v1/payment-sessions/{id}/expire", ["post"]],
  ]);
});

it("prints every reason with its meaning", () => {
  const { info, components } = description as unknown as {
    info: { description: string };
    components: { schemas: { Error: unknown } };
  };
  for (const [reason, meaning] of Object.entries(apiReasons)) {
    expect(info.description).toContain(`| \`${reason}\` | ${meaning} |`);
    expect(JSON.stringify(components.schemas.Error)).toContain(`"${reason}"`);
  }
});

it("describes what every event's webhook carries", () => {
  const webhooks = description.webhooks as unknown as Record<
    string,
    { post: { requestBody: { content: { "application/json": Content } } } }
  >;
  expect(Object.keys(webhooks)).toEqual([...eventTypes]);
  for (const type of eventTypes) {
    const example = webhooks[type]?.post.requestBody.content["application/json"].example;
    expect(event.safeParse(example).error?.issues ?? []).toEqual([]);
    expect(example).toMatchObject({ type });
    const carried = eventObjects[type];
    const { object } = (example as { data: { object: unknown } }).data;
    if (carried) expect(carried.safeParse(object).error?.issues ?? []).toEqual([]);
  }
});

it("changes only on purpose", async () => {
  await expect(`${openapiLines(description).join("\n")}\n`).toMatchFileSnapshot(
    "./openapi.snapshot.txt",
  );
});
