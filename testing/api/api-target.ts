import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createDb, type Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Scope, scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { type Mode, modes } from "@/lib/core/modes";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { openRequestLog } from "@/lib/server/api/request-log";
import { type ApiRequest, handledMethod } from "@/lib/server/http/http";
import { handlerOf, type RouteMatch } from "@/lib/server/http/route-table";
import { createTestIssuer, type TestIssuer } from "@/testing/test-issuer";
import { createWorld, type World } from "@/testing/world";
import { listen } from "./listen";
import { addAdmin, addUser } from "./persons";
import { findRoute } from "./route-files";

export interface ApiCall {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as it is, and so is a Buffer; other objects as JSON. */
  body?: unknown;
}

export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  // What a stranger's server might say: the tests look into it field by field.
  body: ReplyBody;
}

export interface ReplyBody {
  [key: string]: unknown;
  error?: {
    code: string;
    message: string;
    param?: string;
    details?: Record<string, unknown>;
    requestId?: string;
  };
}

export interface ApiMerchant {
  id: string;
  /** Secret keys with all scopes. */
  keys: Record<Mode, string>;
  publishable: Record<Mode, string>;
  /** Of somebody who belongs to it. */
  session: string;
}

/** The API under test: in this process, or a server that already runs. */
export interface ApiTarget {
  db: Sql;
  config: Env;
  chains: Chains;
  send(call: ApiCall): Promise<ApiReply>;
  /** Where it listens; in this process it begins to when this is first asked for. */
  baseUrl(): Promise<string>;
  addMerchant(): Promise<ApiMerchant>;
  mint(
    merchantId: string,
    mode: Mode,
    granted: readonly Scope[],
  ): Promise<{ id: string; key: string }>;
  /** Signs the tokens of persons. */
  issuer: TestIssuer;
  /** The token of an admin user of the highest role. */
  adminToken(): Promise<string>;
  close(): Promise<void>;
}

type Base = Pick<ApiTarget, "db" | "config" | "chains" | "send" | "baseUrl" | "issuer" | "close">;

/** Calls the route files' handlers as `server.ts` does, without a socket, on a world of their own. */
export async function openInProcess(): Promise<Base & { world: World }> {
  const issuer = createTestIssuer();
  const world = await createWorld({
    env: {
      RATE_LIMIT_SCALE: "10000",
      RELAY_BATCH_WAIT_MS: "0",
      IDENTITY_TEST_ISSUER_KEY: issuer.publicKey,
    },
  });
  const { db, config, chains } = world;
  const log = createLogger("silent");
  const { modules } = world.systemContext();
  const stopping = new AbortController();
  const requestLog = openRequestLog({ db, log });
  const shared = { db, jobDb: db, config, log, modules, stopping, requestLog };
  globalThis.stipendRuntime = { ...shared, chains: async () => chains };
  let listening: ReturnType<typeof listen> | undefined;
  const baseUrl = async () => {
    listening ??= listen();
    return (await listening).baseUrl;
  };
  const close = async () => {
    await (await listening)?.close();
    await globalThis.stipendProbes?.end();
    // The next target of this process has a runtime of its own.
    globalThis.stipendProbes = undefined;
    await requestLog.stop();
    await world.stop();
  };
  return { world, db, config, chains, send: sendInProcess, baseUrl, issuer, close };
}

async function sendInProcess(call: ApiCall): Promise<ApiReply> {
  const match = findRoute(call.path);
  const handler = match && handlerOf(match, call.method);
  if (!match || !handler?.api) throw new Error(`${call.path} is not an API path`);
  const answer = await handler.api(toRequest(call, match));
  // A stream is opened, and left at once.
  for await (const _ of answer.stream?.(AbortSignal.abort()) ?? []);
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.body === "" ? {} : (JSON.parse(answer.body) as ReplyBody),
  };
}

function bodyText(body: unknown): string {
  if (body === undefined || Buffer.isBuffer(body)) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

function toRequest(
  { method, path, query = {}, headers = {}, body }: ApiCall,
  match: RouteMatch,
): ApiRequest {
  const text = bodyText(body);
  const given = Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(text);
  return {
    method: handledMethod(method),
    path,
    params: match.params,
    query: new URLSearchParams(query),
    header: (name) => headers[name] ?? null,
    text: async () => (text.length > 256 * 1024 ? null : text),
    bytes: async (limit) => (given.length > limit ? null : given),
    address: "127.0.0.1",
  };
}

/** Calls a server over HTTP; `file` tells where it is and with which settings it runs. */
async function overHttp(file: string): Promise<Base> {
  const target = JSON.parse(await readFile(file, "utf8")) as {
    baseUrl: string;
    env: Record<string, string>;
    issuerKey: string;
  };
  const issuer = createTestIssuer(target.issuerKey);
  const config = readEnv(target.env);
  const db = createDb(config.DATABASE_URL, { max: 5 });
  const chains = await pinDeployments(
    db,
    await configuredDeployments(config),
    createLogger("silent"),
  );
  const send = async ({ method, path, query, headers, body }: ApiCall): Promise<ApiReply> => {
    const url = new URL(path, target.baseUrl);
    url.search = new URLSearchParams(query).toString();
    const sent =
      method === "GET" ? "" : Buffer.isBuffer(body) ? new Uint8Array(body) : bodyText(body);
    const response = await fetch(url, { method, headers, body: sent || undefined });
    const type = response.headers.get("content-type") ?? "";
    const isJson = !/^(text\/event-stream|text\/csv|application\/pdf)/.test(type);
    if (!isJson) await response.body?.cancel();
    const text = isJson ? await response.text() : "";
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === "" ? {} : (JSON.parse(text) as ReplyBody),
    };
  };
  const baseUrl = async () => target.baseUrl;
  return { db, config, chains, send, baseUrl, issuer, close: () => db.end() };
}

/**
 * Opens the API under test: the server that the file in `API_TARGET` describes, else this process.
 */
export async function openApiTarget(): Promise<ApiTarget> {
  const file = process.env.API_TARGET;
  const base = file ? await overHttp(file) : await openInProcess();
  const { db, config, chains } = base;
  const mint = (merchantId: string, mode: Mode, granted: readonly Scope[]) =>
    mintKey({ db, config }, { kind: "secret", name: "test", merchantId, mode, scopes: granted });
  const nextIds = swappedIds();
  const addMerchant = async (): Promise<ApiMerchant> => {
    const id = newId("merchant");
    await db`insert into merchants ${db({ id, businessName: `Shop ${id}` })}`;
    const ids = nextIds();
    for (const deployment of chains.deployments) {
      await register(db, id, deployment, ids[deployment.mode]);
    }
    const merchant: ApiMerchant = {
      id,
      keys: { test: "", live: "" },
      publishable: { test: "", live: "" },
      session: (await addUser(db, base.issuer, [id])).token,
    };
    for (const mode of modes) {
      merchant.keys[mode] = (await mint(id, mode, scopes)).key;
      const publishable = { kind: "publishable", name: "test", merchantId: id, mode } as const;
      merchant.publishable[mode] = (await mintKey({ db, config }, publishable)).key;
    }
    return merchant;
  };
  const adminToken = async () => (await addAdmin(db, base.issuer, "super_admin")).token;
  return { ...base, mint, addMerchant, adminToken };
}

/** Ids in the registries: each merchant's of one mode is the one before or after it in the other mode. */
function swappedIds(): () => Record<Mode, number> {
  const first = 2 * (1_000_000 + randomInt(1_000_000_000));
  let count = 0;
  return () => {
    const test = first + count;
    count += 1;
    // An even one and the odd one after it.
    return { test, live: test % 2 === 0 ? test + 1 : test - 1 };
  };
}

/** A registration that only the database knows: nothing here is ever sent to the chain. */
async function register(
  db: Sql,
  merchantId: string,
  deployment: { id: string; mode: Mode },
  chainMerchantId: number,
) {
  const row = {
    merchantId,
    mode: deployment.mode,
    deploymentId: deployment.id,
    chainMerchantId: String(chainMerchantId),
    owner: `0x${"11".repeat(20)}`,
    payout: `0x${"22".repeat(20)}`,
    feeBps: 100,
  };
  await db`insert into merchant_registrations ${db(row)}`;
}
