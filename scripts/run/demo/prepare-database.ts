import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { lowerHex } from "@/lib/core/chain/hex";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { type Mode, modes } from "@/lib/core/modes";
import { storeKey } from "@/lib/domain/identity/api-keys/store-key";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { seedAccount } from "@/scripts/run/seed/seed-account";
import {
  type MerchantSeed,
  type Registration,
  seedMerchant,
  seedRegistrations,
} from "@/scripts/run/seed/seed-merchant";
import { seedBusiness, seedOwner } from "@/scripts/run/seed/seed-owner";
import { LOCAL_CHAIN_ID } from "@/scripts/run/services/anvil";
import type { DemoSecrets } from "./demo-secrets";
import { addressOf, type ChainAccess } from "./prepare-chain";

/** The demo merchant's record in each mode's registry. */
export type DemoRegistrations = Record<Mode, Registration>;

/** The demo merchant as it stands, and what its owner signs in with; null where another provider has the accounts. */
export interface DemoMerchant {
  readonly registrations: DemoRegistrations;
  readonly signIn: { readonly email: string; readonly password: string } | null;
  /** What the admin user of the console signs in with; null as above. */
  readonly admin: DemoAdmin | null;
}

/** An admin user's account. */
export interface DemoAdmin {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, in base32 (RFC 6238 with 30 seconds and six digits). */
  readonly totpSecret: string;
}

const OWNER_EMAIL = "owner@acme.example";
/** The first admin user: who signs in with it becomes a super admin. */
export const ADMIN_EMAIL = "admin@stipend.example";

/** Hundredths of a percent. */
const FEE_BPS = 100;
/** Blocks come as fast as they are asked for. */
const PATIENCE_MS = 60_000;

const actor: OperatorActor = { kind: "operator", name: "demo", command: "demo", reason: null };

/**
 * Makes the database ready: migrations, the deployments, the demo merchant in both modes, its keys
 * and the platform's. What is there already stays as it is.
 * @param settings The app's environment
 * @param startsAt When the business of new data begins; now where it is null
 * @throws Error the database was used with another local chain
 */
export async function prepareDatabase(
  settings: Readonly<Record<string, string>>,
  chain: ChainAccess,
  secrets: DemoSecrets,
  startsAt: Date | null = null,
): Promise<DemoMerchant> {
  const config = readEnv(settings);
  await migrate(config.DATABASE_URL);
  const db = createDb(config.DATABASE_URL, {
    max: 4,
    applicationName: "stipend-demo",
    work: "maintenance",
  });
  try {
    await checkGenesis(db, chain);
    const log = createLogger("silent");
    const chains = await pinDeployments(db, await configuredDeployments(config), log);
    await installClock(db, chains);
    if (startsAt) await setClock(db, startsAt);
    const ctx = { db, config, log, chains, modules, actor, requestId: newId("request") };
    const registrations = await seedDemoMerchant(ctx, chain, secrets);
    await storeKeys({ db, config }, secrets);
    const signIn = await seedDemoOwner(ctx, secrets);
    return { registrations, signIn, admin: await seedDemoAdmin(ctx, secrets) };
  } finally {
    await db.end();
  }
}

/** Sets the time of the business, before there is any. */
async function setClock(db: Sql, to: Date): Promise<void> {
  const aheadMs = to.getTime() - Date.now();
  await db`
    update business_clock set ahead_ms = ${aheadMs}::bigint
    where ahead_ms = 0 and not exists (select 1 from merchants)`;
}

/** Two local chains have the same id: only the genesis block tells them apart. */
async function checkGenesis(db: Sql, { request }: ChainAccess): Promise<void> {
  const { hash } = await request<{ hash: string }>("eth_getBlockByNumber", ["0x0", false]);
  const others = await db`
    select 1 from deployments
    where chain_id = ${LOCAL_CHAIN_ID} and genesis_hash <> ${hash} limit 1`;
  if (others.length === 0) return;
  throw new Error(
    "The database was used with another local chain, which is gone. Start over with --reset, or empty the database that DATABASE_URL names",
  );
}

async function seedDemoMerchant(
  ctx: Context<OperatorActor>,
  chain: ChainAccess,
  { demo }: DemoSecrets,
): Promise<DemoRegistrations> {
  const wallet = addressOf(demo.DEMO_MERCHANT_PRIVATE_KEY);
  const merchant: MerchantSeed = {
    id: demo.DEMO_MERCHANT_ID,
    businessName: "Acme Coffee",
    email: OWNER_EMAIL,
    owner: wallet,
    payout: wallet,
    feeBps: FEE_BPS,
  };
  await seedMerchant(ctx.db, merchant);
  const byMode = modes.map((mode) => {
    const deployment = ctx.chains.deployments.find((one) => one.mode === mode);
    if (!deployment) throw new Error(`the demo has a deployment for ${mode} mode`);
    return deployment;
  });
  const onPending = async () => {
    await chain.request("evm_mine");
  };
  const found = await seedRegistrations(ctx, byMode, merchant, {
    patienceMs: PATIENCE_MS,
    onPending,
  });
  const registrationOf = (mode: Mode) => {
    const registration = found.find((one) => one.mode === mode);
    if (!registration) throw new Error(`The demo merchant could not be registered in ${mode} mode`);
    return registration;
  };
  return { test: registrationOf("test"), live: registrationOf("live") };
}

/** Whoever signs in as the demo's owner holds nothing of worth: its chain is this machine's alone. */
async function seedDemoOwner(
  ctx: Context<OperatorActor>,
  { demo }: DemoSecrets,
): Promise<DemoMerchant["signIn"]> {
  if (!ctx.chains.all.every(({ local }) => local)) return null;
  const { DEMO_MERCHANT_ID: merchantId, DEMO_OWNER_PASSWORD: password } = demo;
  const userId = await seedOwner(ctx, { merchantId, email: OWNER_EMAIL, password });
  if (userId === null) return null;
  await seedBusiness(
    ctx,
    { merchantId, userId },
    {
      businessName: "Acme Coffee",
      businessSector: "Food and drink",
      countryCode: "ES",
      payoutAddress: lowerHex(addressOf(demo.DEMO_MERCHANT_PRIVATE_KEY)),
    },
  );
  return { email: OWNER_EMAIL, password };
}

/** An account with an authenticator app, on this machine's chain alone; `ADMIN_BOOTSTRAP_EMAIL` makes it a super admin. */
async function seedDemoAdmin(
  ctx: Context<OperatorActor>,
  { demo }: DemoSecrets,
): Promise<DemoAdmin | null> {
  if (!ctx.chains.all.every(({ local }) => local)) return null;
  const { DEMO_CONSOLE_PASSWORD: password, DEMO_CONSOLE_TOTP_SECRET: totpSecret } = demo;
  const account = { email: ADMIN_EMAIL, password, totpSecret };
  return (await seedAccount(ctx, account)) ? account : null;
}

async function storeKeys(ctx: { db: Sql; config: Env }, { app, demo }: DemoSecrets): Promise<void> {
  const merchantId = demo.DEMO_MERCHANT_ID;
  const keys = {
    test: [
      demo.DEMO_SECRET_KEY_TEST,
      demo.DEMO_PUBLISHABLE_KEY_TEST,
      app.STIPEND_PLATFORM_KEY_TEST,
    ],
    live: [
      demo.DEMO_SECRET_KEY_LIVE,
      demo.DEMO_PUBLISHABLE_KEY_LIVE,
      app.STIPEND_PLATFORM_KEY_LIVE,
    ],
  } as const;
  for (const mode of modes) {
    const [secret, publishable, platform] = keys[mode];
    await storeKey(ctx, { kind: "secret", merchantId, mode, name: "Demo", scopes, key: secret });
    await storeKey(ctx, {
      kind: "publishable",
      merchantId,
      mode,
      name: "Demo publishable",
      key: publishable,
    });
    await storeKey(ctx, { kind: "platform", mode, name: "Hosted pages", key: platform });
  }
}
