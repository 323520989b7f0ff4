import { parseArgs } from "node:util";
import { z } from "zod";
import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { readEnv } from "@/lib/adapters/env/env";
import { modes } from "@/lib/core/modes";
import { type Scope, scopePresets, scopes } from "@/lib/core/scopes";
import { mintKey } from "@/lib/domain/api-keys/mint-key";
import type { KeyRecord } from "@/lib/domain/api-keys/store-key";

const usage = `npm run keys -- --mode test|live [--kind platform|secret|publishable]
                [--merchant mer_…] [--name TEXT] [--scopes full|checkout-only|read-only|a,b,…]

Mints an API key and prints it; it is shown this once. The hosted pay pages need a platform key
(the default kind); secret and publishable keys belong to a merchant.`;

const text = z.string().min(1).max(80);
const options = z.object({
  kind: z.enum(["platform", "secret", "publishable"]).default("platform"),
  mode: z.enum(modes),
  merchant: z.string().startsWith("mer_").optional(),
  name: text.optional(),
  scopes: z
    .string()
    .default("full")
    .transform((list) => scopeList(list))
    .pipe(z.array(z.enum(scopes)).min(1)),
});
type Options = z.output<typeof options>;

function scopeList(list: string): readonly string[] {
  const presets: Readonly<Record<string, readonly Scope[]>> = scopePresets;
  return [...(presets[list] ?? list.split(","))];
}

function describeKey({ kind, mode, merchant, name, ...given }: Options): KeyRecord {
  if (kind === "platform") return { kind, mode, name: name ?? "Hosted pages" };
  if (!merchant) throw new Error(`A ${kind} key belongs to a merchant: --merchant mer_…`);
  const owned = { mode, merchantId: merchant, name: name ?? "Key" };
  return kind === "secret" ? { ...owned, kind, scopes: given.scopes } : { ...owned, kind };
}

async function mint(db: Sql, given: Options): Promise<string> {
  if (given.merchant) {
    const found = await db`select 1 from merchants where id = ${given.merchant}`;
    if (found.length === 0) throw new Error(`There is no merchant ${given.merchant}`);
  }
  const { key } = await mintKey({ db, config: readEnv() }, describeKey(given));
  return given.kind === "platform"
    ? `STIPEND_PLATFORM_KEY_${given.mode.toUpperCase()}=${key}`
    : key;
}

async function main(): Promise<void> {
  const flag = { type: "string" } as const;
  const { values } = parseArgs({
    options: { kind: flag, mode: flag, merchant: flag, name: flag, scopes: flag },
  });
  const given = options.safeParse(values);
  if (!given.success) throw new Error(`${z.prettifyError(given.error)}\n\n${usage}`);
  const { DATABASE_URL } = readEnv();
  await migrate(DATABASE_URL);
  const db = createDb(DATABASE_URL, { max: 1, applicationName: "stipend-keys" });
  try {
    console.log(await mint(db, given.data));
  } finally {
    await db.end();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
