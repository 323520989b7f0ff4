import { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest, Refusal, type ValidationIssue } from "@/lib/core/errors";
import type { ApiRequest } from "./http";

const noBody = z.strictObject({});

/** The body is larger than the API takes (413). */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

type Path = (string | number)[];

/** Where a text stands that Postgres would not take: one with U+0000 or a lone surrogate. */
function findUnstorable(value: unknown, path: Path = []): Path | null {
  if (typeof value === "string") {
    return value.isWellFormed() && !value.includes("\u0000") ? null : path;
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(item, [...path, key]);
    if (found) return found;
  }
  return null;
}

async function readBody(request: ApiRequest): Promise<unknown> {
  const text = await request.text();
  if (text === null) throw new BodyTooLarge();
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request", "The body is not valid JSON.", {
      details: { reason: "malformed_json" },
    });
  }
}

function readQuery(query: URLSearchParams): Record<string, string> {
  for (const name of query.keys()) {
    if (query.getAll(name).length > 1) {
      throw invalidRequest(name, "The parameter is given more than once.");
    }
  }
  return Object.fromEntries(query);
}

function toIssue(issue: z.core.$ZodIssue): ValidationIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].map(segment),
      message: "Unknown field",
      code: issue.code,
    }));
  }
  return [{ path: issue.path.map(segment), message: issue.message, code: issue.code }];
}

const segment = (part: PropertyKey) => (typeof part === "number" ? part : String(part));

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  const unstorable = findUnstorable(value);
  if (result.success && !unstorable) return result.data;
  const issues = result.success ? [] : result.error.issues.flatMap(toIssue);
  if (unstorable) {
    const message = "Text must be well-formed and without U+0000";
    issues.unshift({ path: unstorable, message, code: "invalid_text" });
  }
  const param = issues[0]?.path.join(".");
  const message = param ? `Invalid ${param}: ${issues[0]?.message}` : "Invalid request body.";
  throw new Refusal("invalid_request", message, { param: param || undefined, details: { issues } });
}

/**
 * Reads path, query and body as the declaration says; what it does not declare is refused.
 * @throws Refusal `invalid_request` with `param` and `details.issues`
 * @throws BodyTooLarge
 */
export async function parseInput(declaration: Endpoint, request: ApiRequest): Promise<object> {
  const params = declaration.params ? check(declaration.params, request.params) : {};
  const query = check(declaration.query ?? noBody, readQuery(request.query));
  if (request.method === "GET") return { ...(params as object), ...(query as object) };
  const parsed = check(declaration.body ?? noBody, await readBody(request));
  return { ...(params as object), ...(query as object), ...(parsed as object) };
}
