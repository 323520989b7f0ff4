import { createHash } from "node:crypto";
import { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest, Refusal, type ValidationIssue } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { impreciseNumber, isDeeperThan, maxDepth, readJson } from "@/lib/core/text/json-bounds";
import { type ApiRequest, maxBodyBytes } from "@/lib/server/http/http";

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

/** An object of JavaScript takes this key for its prototype, and loses what was sent under it. */
const isLost = (value: unknown, isKey: boolean) => isKey && value === "__proto__";

/** Postgres would not take text with U+0000 or a lone surrogate. */
const isUnstorable = (value: unknown) =>
  typeof value === "string" && (!value.isWellFormed() || value.includes("\u0000"));

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

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const types: Readonly<Record<string, string>> = {
  string: "text in quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "must be an ISO 8601 time with its zone, like 2026-04-27T12:00:00Z",
  email: "must be an email address",
};

const units: Readonly<Record<string, string>> = { string: "character", array: "item" };

function size(limit: number | bigint, origin: string): string {
  const unit = units[origin];
  if (unit === undefined) return String(limit);
  return `${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
}

const bound = (origin: string) => (origin in units ? "must have" : "must be");

/**
 * What is wrong with a field, to be read after its name: "is required". A schema that says it itself
 * (`error`) is not asked here.
 */
function sayIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${types[issue.expected] ?? "of another type"}`;
    case "too_small":
      return `${bound(issue.origin)} at least ${size(issue.minimum, issue.origin)}`;
    case "too_big":
      return `${bound(issue.origin)} at most ${size(issue.maximum, issue.origin)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(", ")}`;
    case "invalid_format":
      return formats[issue.format] ?? "is malformed";
    case "invalid_key":
      return "is an empty or too long key";
    case "unrecognized_keys":
      return "is not a known field";
    default:
      return "is malformed";
  }
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: sayIssue });
  const unstorable = findWhere(isUnstorable, value);
  const imprecise = findWhere((item) => item === impreciseNumber, value);
  const lost = findWhere(isLost, value);
  if (result.success && !unstorable && !imprecise && !lost) return result.data;
  const issues = result.success ? [] : result.error.issues.flatMap(toIssue);
  if (unstorable) {
    const message = "must be well-formed text without U+0000";
    issues.unshift({ path: unstorable, message, code: "invalid_text" });
  }
  if (imprecise) {
    const message = "has more digits than a JSON number keeps: send it as text";
    issues.unshift({ path: imprecise, message, code: "imprecise_number" });
  }
  if (lost) {
    issues.unshift({
      path: lost,
      message: "must not have the key `__proto__`",
      code: "invalid_key",
    });
  }
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
function withoutNulls({ method, body: schema }: Endpoint, body: unknown): unknown {
  if (method !== "POST" || !(schema instanceof z.ZodObject)) return body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const fields = new Map<string, z.ZodType>(Object.entries(schema.shape));
  const isGiven = ([name, value]: [string, unknown]) => {
    const field = fields.get(name);
    return value !== null || !field || !isNeverNull(field);
  };
  return Object.fromEntries(Object.entries(body).filter(isGiven));
}

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
