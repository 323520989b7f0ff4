import { randomBytes } from "node:crypto";
import { createDb, type Sql, transaction } from "@/db/client";
import { type Env, envSchema } from "@/lib/adapters/env/env";
import type { Logger } from "@/lib/adapters/logger/logger";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { JsonObject } from "@/lib/core/text/json";
import { type EventKind, type EventType, eventKinds } from "@/lib/core/webhooks/event-kinds";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, MerchantActor, SystemActor } from "@/lib/domain/platform/context";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { drainWebhooks } from "@/lib/domain/webhooks/deliveries/drain-webhooks";
import {
  newSigningSecret,
  sealSigningSecret,
} from "@/lib/domain/webhooks/endpoints/signing-secret";
import { createTestDatabase } from "./database";

interface Owner {
  merchantId?: string;
  mode?: Mode;
}

export interface TestEndpoint {
  id: string;
  secret: string;
}

/** A database and a merchant, without a chain: all that webhooks need. */
export interface WebhookWorld {
  db: Sql;
  url: string;
  config: Env;
  merchantId: string;
  /** What was logged as a warning or an error. */
  complaints: string[];
  merchant(owner?: Owner): Context<MerchantActor>;
  system(): Context<SystemActor>;
  addMerchant(): Promise<string>;
  /** Stores an endpoint as it is, whatever its URL. */
  addEndpoint(
    options: Owner & { url: string; events?: EventKind[]; slow?: boolean },
  ): Promise<TestEndpoint>;
  /** Records an event of a resource of its own. */
  emit(options?: Owner & { type?: EventType; object?: JsonObject }): Promise<string>;
  /** Sends until nothing is due. */
  drain(): Promise<void>;
  /** One more pool on the same database, as another process has it. */
  otherPool(): Sql;
  stop(): Promise<void>;
}

const base64Key = () => randomBytes(32).toString("base64");

function testConfig(databaseUrl: string): Env {
  return envSchema.parse({
    APP_URL: "http://localhost:3000",
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "silent",
    STIPEND_SECRET_KEY: base64Key(),
    API_KEY_PEPPER: base64Key(),
    TEST_DEPLOYMENT: "test.json",
    INNGEST_SIGNING_KEY: "signkey-test-00",
    INNGEST_EVENT_KEY: "event-key",
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
}

/** Starts a world of its own: one per test file, in `beforeAll`. */
export async function createWebhookWorld(): Promise<WebhookWorld> {
  const database = await createTestDatabase();
  const { db, url } = database;
  const config = testConfig(url);
  const complaints: string[] = [];
  const complain = (fields: Record<string, unknown>, message: string) => {
    complaints.push(`${message}: ${fields.err ?? ""}`);
  };
  const log: Logger = { debug() {}, info() {}, warn: complain, error: complain };
  const pools: Sql[] = [];
  const addMerchant = async () => {
    const id = newId("merchant");
    await db`insert into merchants ${db({ id, businessName: "Aurora Coffee" })}`;
    return id;
  };
  const merchantId = await addMerchant();
  const common = {
    ...{ db, config, log, modules, requestId: "req_test" },
    chains: { all: [], deployments: [] },
  };
  const system = (): Context<SystemActor> => ({ ...common, actor: { kind: "system" } });
  return {
    db,
    url,
    config,
    merchantId,
    complaints,
    addMerchant,
    system,
    merchant: (owner = {}) => ({
      ...common,
      actor: {
        kind: "key",
        keyId: "ak_test",
        keyKind: "secret",
        scopes,
        merchantId: owner.merchantId ?? merchantId,
        mode: owner.mode ?? "test",
      },
    }),
    addEndpoint: (options) => insertEndpoint(db, config, { merchantId, ...options }),
    emit: ({ mode = "test", type = "payment.created", object = { note: "é" }, ...owner } = {}) => {
      const id = newId("paymentSession");
      const resource = { type: "payment_session", id };
      return transaction(db, (tx) =>
        recordEvent(tx, { merchantId, ...owner, mode, type, resource, object: { id, ...object } }),
      );
    },
    drain: () => drainUntilQuiet(system()),
    otherPool: () => {
      const pool = createDb(url);
      pools.push(pool);
      return pool;
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}

async function insertEndpoint(
  db: Sql,
  config: Env,
  options: { merchantId: string; mode?: Mode; url: string; events?: EventKind[]; slow?: boolean },
): Promise<TestEndpoint> {
  const { mode = "test", events = [...eventKinds], slow = false, merchantId, url } = options;
  const id = newId("webhookEndpoint");
  const secret = newSigningSecret();
  await db`insert into webhook_endpoints ${db({
    id,
    merchantId,
    mode,
    url,
    destination: new URL(url).host,
    events,
    apiVersion: "2026-04-27",
    slow,
    secretSealed: sealSigningSecret(config, id, secret),
  })}`;
  return { id, secret };
}

const ROUND_MS = 40;
const SOON_MS = 500;

/** A drain would stay for more work; these rounds end as soon as there is none. */
async function drainUntilQuiet(ctx: Context<SystemActor>): Promise<void> {
  for (;;) {
    const until = new Date(Date.now() + ROUND_MS);
    const { nextDueInMs } = await drainWebhooks(ctx, { until });
    if (nextDueInMs === null || nextDueInMs > SOON_MS) return;
  }
}
