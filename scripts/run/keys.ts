import { hostname, userInfo } from "node:os";
import { z } from "zod";
import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { readEnv } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";
import { type Scope, scopePresets, scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { issueKey } from "@/lib/domain/identity/api-keys/issue-key";
import type { KeySummary } from "@/lib/domain/identity/api-keys/key-summary";
import { listKeys, maxListedKeys } from "@/lib/domain/identity/api-keys/list-keys";
import { revokeKey } from "@/lib/domain/identity/api-keys/revoke-key";
import type { KeyRecord } from "@/lib/domain/identity/api-keys/store-key";
import type { OperatorActor } from "@/lib/domain/platform/context";
import { ago, table } from "@/operator/wording";
import { checkOptions, runWithOptions, UsageError } from "./run-with-options";

const usage = `npm run keys -- --mode test|live [--kind platform|secret|publishable]
                [--merchant mer_…] [--name TEXT] [--scopes full|checkout-only|read-only|a,b,…]
npm run keys -- --list [--merchant mer_…] [--mode test|live]
npm run keys -- --revoke ak_… [--reason TEXT]

Mints an API key and prints it; it is shown this once. The hosted pay pages need a platform key
(the default kind); secret and publishable keys belong to a merchant.

--list shows the newest ${maxListedKeys} keys: what of each may be shown, its scopes, when it was made and
last used, and whether it is revoked. --revoke ends a key for good: the next request with it is
refused. The audit log tells who minted and who revoked a key, and why it was revoked. The settings are read from the
environment, as those of the app are.`;

const text = { type: "string" } as const;
const flags = {
  kind: text,
  mode: text,
  merchant: text,
  name: text,
  scopes: text,
  list: { type: "boolean" },
  revoke: text,
  reason: text,
} as const;

const merchant = z.string().startsWith("mer_", "a merchant's id, mer_…").optional();
const label = z.string().min(1).max(80);
const options = z.strictObject({
  kind: z.enum(["platform", "secret", "publishable"]).default("platform"),
  mode: z.enum(modes),
  merchant,
  name: label.optional(),
  scopes: z
    .string()
    .default("full")
    .transform((list) => scopeList(list))
    .pipe(z.array(z.enum(scopes)).min(1)),
});
const filter = z.strictObject({
  list: z.literal(true),
  merchant,
  mode: z.enum(modes).optional(),
});
const revocation = z.strictObject({
  revoke: z.string().regex(/^ak_\w+$/, "the key's id, ak_…, which --list shows; never its text"),
  reason: z.string().trim().min(1).max(500).optional(),
});
type Options = z.output<typeof options>;

function scopeList(list: string): readonly string[] {
  const presets: Readonly<Record<string, readonly Scope[]>> = scopePresets;
  return [...(presets[list] ?? list.split(","))];
}

function describeKey({ kind, mode, merchant, name, ...given }: Options): KeyRecord {
  if (kind === "platform") return { kind, mode, name: name ?? "Hosted pages" };
  if (!merchant) throw new UsageError(`A ${kind} key belongs to a merchant: --merchant mer_…`);
  const owned = { mode, merchantId: merchant, name: name ?? "Key" };
  return kind === "secret" ? { ...owned, kind, scopes: given.scopes } : { ...owned, kind };
}

const operator = (command: string, reason: string | null): OperatorActor => ({
  kind: "operator",
  name: `${userInfo().username}@${hostname()}`,
  command,
  reason,
});

async function mint(db: Sql, given: Options, record: KeyRecord): Promise<string[]> {
  if (given.merchant) {
    const found = await db`select 1 from merchants where id = ${given.merchant}`;
    if (found.length === 0) throw new Error(`There is no merchant ${given.merchant}`);
  }
  const actor = operator(`keys --kind ${given.kind} --mode ${given.mode}`, null);
  const ctx = { db, config: readEnv(), actor, requestId: newId("request") };
  const { key } = await issueKey(ctx, record);
  return [
    given.kind === "platform" ? `STIPEND_PLATFORM_KEY_${given.mode.toUpperCase()}=${key}` : key,
  ];
}

const HEADINGS = ["id", "key", "merchant", "scopes", "name", "created", "last used", "status"];

/** API keys as a table, a line each. */
function keyLines(keys: readonly KeySummary[]): string[] {
  if (keys.length === 0) return ["There are no such keys."];
  return table([
    HEADINGS,
    ...keys.map((key) => [
      key.id,
      keyName(key),
      key.merchantId ?? "hosted pages",
      scopeName(key),
      key.name,
      key.createdAt.toISOString().slice(0, 16),
      ago(key.lastUsedAt),
      state(key),
    ]),
  ]);
}

/** What of a key's text may be shown; its beginning tells kind and mode. */
const keyName = ({ prefix, last4 }: Pick<KeySummary, "prefix" | "last4">): string =>
  `${prefix}…${last4}`;

function scopeName({ kind, scopes }: KeySummary): string {
  if (kind === "publishable") return "none";
  const preset = Object.entries(scopePresets).find(
    ([, list]) => list.length === scopes.length && list.every((scope) => scopes.includes(scope)),
  );
  return preset ? preset[0] : scopes.join(",");
}

function state({ status, revokedAt, expiresAt }: KeySummary): string {
  if (status === "revoked") return `revoked ${revokedAt?.toISOString().slice(0, 16) ?? ""}`.trim();
  return expiresAt && expiresAt.getTime() <= Date.now() ? "expired" : "active";
}

async function list(db: Sql, { merchant, mode }: z.output<typeof filter>): Promise<string[]> {
  const { keys, hasMore } = await listKeys({ db }, { merchantId: merchant, mode });
  const more = hasMore
    ? [`These are the newest ${maxListedKeys}: name a --merchant or --mode.`]
    : [];
  return [...keyLines(keys), ...more];
}

async function revoke(
  db: Sql,
  { revoke: id, reason }: z.output<typeof revocation>,
): Promise<string[]> {
  const actor = operator(`keys --revoke ${id}`, reason ?? null);
  const { key, changed } = await revokeKey(
    { db, actor, requestId: newId("request") },
    { id },
  ).catch((error) => {
    if (error instanceof Refusal) throw new Error(`There is no key ${id}: --list shows all`);
    throw error;
  });
  const at = key.revokedAt?.toISOString() ?? "";
  if (!changed)
    return [`${id} (${keyName(key)}) was revoked already, at ${at}. Nothing was changed.`];
  const done = `${id} (${keyName(key)}) is revoked: the next request with it is refused.`;
  if (key.kind !== "platform") return [done];
  const variable = `STIPEND_PLATFORM_KEY_${key.mode.toUpperCase()}`;
  return [
    done,
    `If ${variable} is this key, the hosted pages cannot relay: npm run keys -- --mode ${key.mode} mints another.`,
  ];
}

async function withDatabase(work: (db: Sql) => Promise<string[]>): Promise<void> {
  const db = createDb(readEnv().DATABASE_URL, {
    max: 1,
    applicationName: "stipend-keys",
    work: "maintenance",
  });
  try {
    for (const line of await work(db)) console.log(line);
  } finally {
    await db.end();
  }
}

await runWithOptions(usage, flags, async (values) => {
  if (values.list) {
    const given = checkOptions(filter, values);
    return withDatabase((db) => list(db, given));
  }
  if (values.revoke !== undefined) {
    const given = checkOptions(revocation, values);
    return withDatabase((db) => revoke(db, given));
  }
  const given = checkOptions(options, values);
  const record = describeKey(given);
  await migrate(readEnv().DATABASE_URL);
  return withDatabase((db) => mint(db, given, record));
});
