import { hostname, userInfo } from "node:os";
import { z } from "zod";
import { createDb, type Sql } from "@/db/client";
import { countPendingMigrations, migrate } from "@/db/migrate";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Address, addressPattern, checksumAddress } from "@/lib/core/chain/hex";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { modules } from "@/lib/domain/operations/modules";
import type { OperatorActor } from "@/lib/domain/platform/context";
import {
  pinDeployments,
  previewDeployments,
} from "@/lib/domain/platform/deployments/pin-deployments";
import type { OperatorCallRow } from "@/lib/domain/wallets/operator-calls/wanted-call";
import { feeBpsText } from "@/operator/options";
import { counted } from "@/operator/wording";
import { checkOptions, runWithOptions } from "./run-with-options";
import { missingKeepers, wantKeepers } from "./seed/seed-keepers";
import {
  findOpenCalls,
  type MerchantSeed,
  seedMerchant,
  seedRegistrations,
} from "./seed/seed-merchant";
import { seedOwner } from "./seed/seed-owner";

const usage = `npm run seed -- --name TEXT --email ADDRESS --payout 0x… [--owner 0x…] [--fee-bps 100] [--dry-run]

Makes a merchant: its row, its record in the registry of each configured mode (signed with
OPERATOR_PRIVATE_KEY), a secret and a publishable key per mode, which are shown this once, and an owner
who signs in at /login with a code that is mailed to the address. It also makes the relay's wallets
keepers, which charge subscriptions, where they are not.
Run again with the same e-mail, it adds only what is missing. It waits a minute for the registrations
to be final; the app goes on with them. --dry-run says what it would do, and does nothing: of a database that lacks
migrations it says how many it would apply, and no more.`;

const PATIENCE_MS = 60_000;

const address = z
  .string()
  .regex(addressPattern, "0x and 40 hex characters")
  .transform((text) => text as Address);
const options = z.object({
  name: z.string().min(2).max(120),
  email: z.email(),
  payout: address,
  owner: address.optional(),
  "fee-bps": feeBpsText.default(100),
  "dry-run": z.boolean().default(false),
});

async function describeMerchant(db: Sql, given: z.output<typeof options>): Promise<MerchantSeed> {
  const { name, email, payout, owner = payout } = given;
  const [known] = await db<{ id: string }[]>`
    select id from merchants where email = ${email} order by created_at limit 1`;
  const id = known?.id ?? newId("merchant");
  return { id, businessName: name, email, owner, payout, feeBps: given["fee-bps"] };
}

async function mintMissingKeys(
  ctx: { db: Sql; config: Env },
  merchantId: string,
  mode: Deployment["mode"],
): Promise<string[]> {
  const kinds = await ctx.db<{ kind: string }[]>`
    select distinct kind from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and status = 'active'`;
  const has = (kind: string) => kinds.some((row) => row.kind === kind);
  const record = { merchantId, mode, name: "First key" };
  const lines: string[] = [];
  if (!has("secret")) {
    const { key } = await mintKey(ctx, { ...record, kind: "secret", scopes });
    lines.push(`${mode} secret key        ${key}`);
  }
  if (!has("publishable")) {
    const { key } = await mintKey(ctx, { ...record, kind: "publishable" });
    lines.push(`${mode} publishable key   ${key}`);
  }
  return lines;
}

async function seed(db: Sql, config: Env, given: z.output<typeof options>): Promise<void> {
  const configured = await configuredDeployments(config);
  const log = createLogger("silent");
  const merchant = await describeMerchant(db, given);
  if (given["dry-run"]) {
    const { deployments } = await previewDeployments(db, configured, log);
    return plan({ db, config }, deployments, merchant);
  }
  const chains = await pinDeployments(db, configured, log);
  await installClock(db, chains);
  await seedMerchant(db, merchant);
  console.log(`merchant               ${merchant.id}`);
  const actor: OperatorActor = {
    kind: "operator",
    name: `${userInfo().username}@${hostname()}`,
    command: "seed",
    reason: null,
  };
  const ctx = { db, config, log, chains, modules, actor, requestId: newId("request") };
  const owner = { merchantId: merchant.id, email: given.email, password: null };
  if (await seedOwner(ctx, owner))
    console.log(`owner                  ${given.email}, by a mailed code`);
  const { deployments } = chains;
  await wantKeepers(ctx, deployments);
  const found = await seedRegistrations(ctx, deployments, merchant, {
    patienceMs: PATIENCE_MS,
    isDone: async () => (await countMissing(ctx, deployments)) === 0,
  });
  const open = await findOpenCalls(db, merchant);
  for (const { id, mode, chainId } of deployments) {
    const registration = found.find(({ deploymentId }) => deploymentId === id);
    const call = open.find(({ deploymentId }) => deploymentId === id);
    const chain = deployments.length > 2 ? ` on chain ${chainId}` : "";
    console.log(
      `${mode} registry id       ${registration?.chainMerchantId ?? waiting(call)}${chain}`,
    );
    for (const line of await mintMissingKeys({ db, config }, merchant.id, mode)) console.log(line);
  }
  const missing = await countMissing(ctx, deployments);
  console.log(
    `keepers                ${missing === 0 ? "the relay's wallets" : `${missing} to come`}`,
  );
  if (found.length < deployments.length || missing > 0) console.log(later);
}

async function countMissing(
  ctx: { db: Sql; config: Env },
  deployments: readonly Deployment[],
): Promise<number> {
  const missing = await Promise.all(deployments.map((one) => missingKeepers(ctx, one)));
  return missing.flat().length;
}

/** Says what a run would do. */
async function plan(
  ctx: { db: Sql; config: Env },
  deployments: readonly Deployment[],
  merchant: MerchantSeed,
): Promise<void> {
  const registered = await ctx.db<{ deploymentId: string }[]>`
    select deployment_id from merchant_registrations
    where merchant_id = ${merchant.id} and status <> 'none'`;
  for (const deployment of deployments) {
    const where = `${deployment.mode} mode on chain ${deployment.chainId}`;
    const isThere = registered.some(({ deploymentId }) => deploymentId === deployment.id);
    console.log(
      isThere
        ? `${merchant.businessName} is registered in ${where}.`
        : `${merchant.businessName} would be registered in ${where}: owner ${merchant.owner}, payout ${merchant.payout}, fee ${merchant.feeBps} bps.`,
    );
    for (const keeper of await missingKeepers(ctx, deployment)) {
      console.log(`${checksumAddress(keeper)} would become a keeper in ${where}.`);
    }
  }
  console.log(NOTHING_DONE);
}

const NOTHING_DONE = "Nothing was done.";

/** @returns whether the database has every migration: a dry run applies none */
async function prepareDatabase(url: string, isDryRun: boolean): Promise<boolean> {
  if (!isDryRun) {
    await migrate(url);
    return true;
  }
  const pending = await countPendingMigrations(url);
  if (pending === 0) return true;
  console.log(
    `The database lacks ${counted(pending, "migration")}, which would be applied first. What would follow can be shown once it has them.`,
  );
  console.log(NOTHING_DONE);
  return false;
}

function waiting(call: OperatorCallRow | undefined): string {
  if (!call) return "none: npm run operator -- calls --all yes says why";
  return `not yet: ${call.id} is ${call.state}${call.failure === null ? "" : `, ${call.failure}`}`;
}

const later = `
The app goes on with what is not there yet; it needs OPERATOR_PRIVATE_KEY for that. A merchant can be
paid from the final block on. npm run operator -- calls shows how far it is; without the key,
npm run operator -- register --help says how to print the call for another wallet.`;

const text = { type: "string" } as const;
const flags = {
  name: text,
  email: text,
  payout: text,
  owner: text,
  "fee-bps": text,
  "dry-run": { type: "boolean" },
} as const;

await runWithOptions(usage, flags, async (values) => {
  const given = checkOptions(options, values);
  const config = readEnv();
  if (!(await prepareDatabase(config.DATABASE_URL, given["dry-run"]))) return;
  const db = createDb(config.DATABASE_URL, {
    max: 4,
    applicationName: "stipend-seed",
    work: "maintenance",
  });
  try {
    await seed(db, config, given);
  } finally {
    await db.end();
  }
});
