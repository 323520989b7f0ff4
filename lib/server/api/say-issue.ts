import type { z } from "zod";

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
export function sayIssue(issue: Issue): string {
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
