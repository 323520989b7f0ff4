import type { InputOf } from "@/lib/contract/endpoint";
import type { exportApiKeyRequests as declaration } from "@/lib/contract/identity/api-keys";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findKey } from "./key-rows";
import { findRequests, type LoggedRow } from "./list-key-requests";

/** How many requests a file has at most. */
const maxExported = 100_000;

const columns = [
  ["time", ({ createdAt }) => createdAt.toISOString()],
  ["request", ({ id }) => id],
  ["method", ({ method }) => method],
  ["route", ({ route }) => route],
  ["status", ({ status }) => String(status)],
  ["reason", ({ reason }) => reason ?? ""],
  ["network", ({ addressPrefix }) => addressPrefix ?? ""],
  ["milliseconds", ({ durationMs }) => String(durationMs)],
] as const satisfies readonly (readonly [string, (row: LoggedRow) => string])[];

/** None of the values has a comma or a quote in it (RFC 4180): they are our own words, and networks. */
const lineOf = (row: LoggedRow) => columns.map(([, text]) => text(row)).join(",");

/**
 * What one of the merchant's keys was used for, as CSV, newest first.
 * @throws Refusal `not_found`
 */
export async function exportKeyRequests(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<{ name: string; bytes: Buffer }> {
  await findKey(db, actor, input.id);
  const rows = await findRequests(db, actor, { ...input, limit: maxExported - 1 });
  const head = columns.map(([name]) => name).join(",");
  const text = [head, ...rows.map(lineOf)].map((line) => `${line}\r\n`).join("");
  return { name: `${input.id}-requests.csv`, bytes: Buffer.from(text) };
}
