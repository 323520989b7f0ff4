import { createHash } from "node:crypto";
import { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest, Refusal, type ValidationIssue } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { impreciseNumber, isDeeperThan, maxDepth, readJson } from "@/lib/core/text/json-bounds";
import { type ApiRequest, maxBodyBytes } from "@/lib/server/http/http";
import { sayIssue } from "./say-issue";

const noBody = z.strictObject({});

type Path = (string | number)[];

/** Where a value stands, by a test of it; the keys of objects are tested too. */
function findWhere(
  test: (value: unknown, isKey: boolean) => boolean,
  value: unknown,
  path: Path = [],
): Path | null {
  if (test(value, false)) return path;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const found = test(key, true) ? path : findWhere(test, item, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** What could not be kept as it was sent, in any field. */
const unkept = [
  {
    // An object of JavaScript takes it for its prototype.
    test: (value: unknown, isKey: boolean) => isKey && value === "__proto__",
    message: "must not have the key `__proto__`",
    code: "invalid_key",
  },
  {
    test: (value: unknown) => value === impreciseNumber,
    message: "has more digits than a JSON number keeps: send it as text",
    code: "imprecise_number",
  },
  {
    // Postgres would not take it.
    test: (value: unknown) =>
      typeof value === "string" && (!value.isWellFormed() || value.includes("\u0000")),
    message: "must be well-formed text without U+0000",
    code: "invalid_text",
  },
];

function malformed(reason: ApiReason, message: string): Refusal {
  return new Refusal("invalid_request", message, { details: { reason } });
}

/** What of a body is read, which may be too much. */
async function readWhole<Body>(reading: Promise<Body | null>, limit: number): Promise<Body> {
  // The connection ended or took too long: no client reads the answer, and nothing of ours failed.
  const body = await reading.catch(() => {
    throw malformed("malformed_json", "The body was cut off.");
  });
  if (body !== null) return body;
  throw malformed("body_too_large", `The body is larger than ${limit / 1024} kB.`);
}

const readText = (request: ApiRequest) => readWhole(request.text(), maxBodyBytes);

/** A file that was sent; where a request is compared with another its hash stands for it. */
async function readUpload(request: ApiRequest, maxBytes: number): Promise<Buffer> {
  const bytes = await readWhole(request.bytes(maxBytes), maxBytes);
  const toJSON = () => createHash("sha256").update(bytes).digest("hex");
  return Object.assign(bytes, { toJSON });
}

/** What is not decoded here must not be taken for what it encodes (RFC 9110, section 8.4). */
function refuseEncoded(request: ApiRequest): void {
  const encoding = request.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return;
  throw malformed("unsupported_media_type", "Send the body without a `Content-Encoding`.");
}

async function readBody(request: ApiRequest): Promise<unknown> {
  return parseBody(await readText(request));
}

/**
 * A body's JSON, without what could not be kept as it was sent. A byte order mark is passed over (RFC 8259, section 8.1).
 * @throws Refusal `invalid_request`
 */
function parseBody(sent: string): unknown {
  const text = sent.replace(/^\uFEFF/, "");
  if (text.trim() === "") return {};
  if (isDeeperThan(maxDepth, text)) {
    throw malformed("nested_too_deep", `The body is nested deeper than ${maxDepth} levels.`);
  }
  try {
    return readJson(text);
  } catch {
    throw malformed("malformed_json", "The body is not valid JSON.");
  }
}

function readQuery(query: URLSearchParams): Record<string, string> {
  for (const name of query.keys()) {
    if (query.getAll(name).length > 1) {
      throw invalidRequest(name, `${name} is given more than once.`, {
        reason: "parameter_repeated",
      });
    }
  }
  return Object.fromEntries(query);
}

function toIssue(issue: z.core.$ZodIssue): ValidationIssue[] {
  const { code, message } = issue;
  const path = issue.path.map(segment);
  if (code !== "unrecognized_keys") return [{ path, message, code }];
  return issue.keys.map((key) => ({ path: [...path, key], message, code }));
}

const segment = (part: PropertyKey) => (typeof part === "number" ? part : String(part));

/** A path as JavaScript writes it: `lineItems[3].unitAmount`. */
function paramOf(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number" || /^\d+$/.test(part)) return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: sayIssue });
  const lost = unkept.flatMap(({ test, message, code }) => {
    const path = findWhere(test, value);
    return path ? [{ path, message, code }] : [];
  });
  if (result.success && lost.length === 0) return result.data;
  const issues = [...lost, ...(result.success ? [] : result.error.issues.flatMap(toIssue))];
  const [first] = issues;
  const param = first && paramOf(first.path);
  throw new Refusal("invalid_request", `${param || "The body"} ${first?.message}.`, {
    param: param || undefined,
    details: { reason: "validation_failed", issues },
  });
}

/** Whether a field may be left out, and null is no value of it. */
const isNeverNull = (field: z.ZodType) =>
  field.safeParse(undefined).success && !field.safeParse(null).success;

/** A body without the fields that a creation may leave out and that are null: null is not given there. */
const withoutNulls = ({ method, body: schema }: Endpoint, body: unknown): unknown =>
  method === "POST" && schema ? withoutNullsAt(schema, body) : body;

function withoutNullsAt(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return withoutNullsAt(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map((one) => withoutNullsAt(schema.element, one)) : value;
  }
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
  const fields = new Map<string, z.ZodType>(Object.entries(schema.shape));
  const entries = Object.entries(value).flatMap(([name, own]) => {
    const field = fields.get(name);
    if (own === null && field && isNeverNull(field)) return [];
    return [[name, field ? withoutNullsAt(field, own) : own]];
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The body of another system's call, once its signature was found to be good.
 * @throws Refusal `invalid_request` with `details.issues`
 */
export function parseSigned<Body extends z.ZodType>(
  schema: Body,
  { text }: SignedBody,
): z.output<Body> {
  return check(schema, parseBody(text)) as z.output<Body>;
}

/** A body as it was sent, with the headers that sign it. */
export interface SignedBody {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Reads what `signedBy` declares. */
async function readSigned(names: readonly string[], request: ApiRequest): Promise<SignedBody> {
  const headers = Object.fromEntries(names.map((name) => [name, request.header(name)]));
  return { text: await readText(request), headers };
}

/**
 * Reads path, query and body as the declaration says; what it does not declare is refused.
 * @throws Refusal `invalid_request` with `param` and `details.issues`; `body_too_large` is answered 413
 */
export async function parseInput(declaration: Endpoint, request: ApiRequest): Promise<object> {
  const params = declaration.params ? check(declaration.params, request.params) : {};
  const query = check(declaration.query ?? noBody, readQuery(request.query));
  if (request.method === "GET") return { ...(params as object), ...(query as object) };
  refuseEncoded(request);
  if (declaration.signedBy)
    return { ...(query as object), ...(await readSigned(declaration.signedBy, request)) };
  if (declaration.upload) {
    const upload = await readUpload(request, declaration.upload.maxBytes);
    return { ...(params as object), ...(query as object), upload };
  }
  const body = withoutNulls(declaration, await readBody(request));
  const parsed = check(declaration.body ?? noBody, body);
  return { ...(params as object), ...(query as object), ...(parsed as object) };
}
