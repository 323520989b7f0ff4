import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { identityRegistry } from "@/lib/contract/identity/identity-registry";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { openSession } from "@/lib/domain/identity/sessions";
import { sessionCookie } from "@/lib/server/http/cookies";
import { seedOwner } from "@/scripts/run/seed/seed-owner";
import { operatorContext } from "@/testing/operator-calls";
import { createWorld, type World } from "@/testing/world";
import {
  openServerProgram,
  type ServerProcess,
  type ServerProgram,
  serverEnv,
} from "./server-process";

/** The servers start side by side, on a machine that may do other things as well. */
const START_MS = 240_000;

let world: World;
let program: ServerProgram;
let one: ServerProcess;
let other: ServerProcess;
let account: string;

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
  [one, other] = await Promise.all([
    program.start(serverEnv(world)),
    program.start(serverEnv(world)),
  ]);
  const owner = { merchantId: world.merchant.id, email: "ada@example.com", password: null };
  await seedOwner(operatorContext(world), owner);
  const [row] = await world.db<{ id: string }[]>`select id from identity_users`;
  account = row?.id ?? "";
}, START_MS);
afterAll(async () => {
  await program?.remove();
  await world?.stop();
});

async function send(
  { baseUrl }: ServerProcess,
  method: "GET" | "POST" | "DELETE",
  path: string,
  headers: Record<string, string>,
) {
  const reply = await fetch(`${baseUrl}${path}`, { method, headers });
  const text = await reply.text();
  const body = JSON.parse(text || "{}") as {
    accessToken?: string;
    secret?: string;
    error?: { details: { reason: string } };
  };
  return { status: reply.status, reason: body.error?.details.reason, body };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Often enough that whatever a process keeps of a credential is kept. */
async function use(path: string, token: string): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    for (const server of [one, other]) {
      expect((await send(server, "GET", path, bearer(token))).status).toBe(200);
    }
  }
}

test("a key that one process revokes is refused by another at its next request", async () => {
  const { id: merchantId } = world.merchant;
  const given = { kind: "secret", mode: "test", name: "Till", merchantId, scopes } as const;
  const { id, key } = await mintKey(world, given);
  await use("/v1/payment-sessions", key);
  expect((await send(one, "POST", `/v1/api-keys/${id}/revoke`, bearer(key))).status).toBe(201);
  for (const server of [other, one]) {
    const refused = await send(server, "GET", "/v1/payment-sessions", bearer(key));
    expect([refused.status, refused.reason]).toEqual([401, "api_key_invalid"]);
  }
});

test("a key that one process rotates is refused by another, where the new one is taken", async () => {
  const { id: merchantId } = world.merchant;
  const given = { kind: "secret", mode: "test", name: "Till", merchantId, scopes } as const;
  const { id, key } = await mintKey(world, given);
  await use("/v1/payment-sessions", key);
  const { secret = "" } = (await send(one, "POST", `/v1/api-keys/${id}/rotate`, bearer(key))).body;
  for (const server of [other, one]) {
    const refused = await send(server, "GET", "/v1/payment-sessions", bearer(key));
    expect([refused.status, refused.reason]).toEqual([401, "api_key_invalid"]);
  }
  await use("/v1/payment-sessions", secret);
});

/** The cookie of a browser that has just signed in. */
async function signedIn(): Promise<{ id: string; cookie: string }> {
  const browser = {
    token: null,
    userAgent: "test",
    addressPrefix: null,
    device: null,
    networks: [],
  };
  const { id, token } = await transaction(world.db, (tx) =>
    openSession(tx, { userId: account, amr: ["pwd"] }, browser),
  );
  const [cookie = ""] = sessionCookie(world.config, token).split(";");
  return { id, cookie };
}

test("a browser's cookie is of use to our own pages alone, and of none to the API", async () => {
  const { id, cookie } = await signedIn();
  const { origin } = new URL(world.config.APP_URL);
  const foreign: Record<string, string>[] = [
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: `${origin}.evil.example` },
    { origin, "content-type": "text/plain" },
    { origin, "content-type": "application/x-www-form-urlencoded" },
  ];
  const changing = [...identityRegistry.values()].filter(
    ({ method, body }) => method !== "GET" && !body,
  );
  expect(changing.length).toBeGreaterThan(6);
  for (const { method, path } of changing) {
    const at = path
      .replace("passkeys/{id}", `passkeys/${newId("identityPasskey")}`)
      .replace("identities/{id}", `identities/${newId("identityAccount")}`)
      .replace("{id}", id);
    for (const headers of foreign) {
      const refused = await send(one, method as "POST" | "DELETE", at, { cookie, ...headers });
      const told = [at, refused.status, refused.reason];
      expect(told).toEqual([at, 403, "origin_mismatch"]);
    }
  }
  const named = await send(one, "POST", "/v1/payment-sessions", { cookie, origin });
  expect([named.status, named.reason]).toEqual([401, "api_key_missing"]);
  expect((await send(one, "GET", "/v1/merchants/me", { cookie, origin })).status).toBe(401);
  expect((await send(one, "POST", "/api/identity/token", { cookie, origin })).status).toBe(200);
});

test("a session that one process ends is refused by another at its next request", async () => {
  const { origin } = new URL(world.config.APP_URL);
  const browserOf = ({ id, cookie }: { id: string; cookie: string }) => ({
    id,
    headers: { cookie, origin },
  });
  const tokenAt = (server: ServerProcess, headers: Record<string, string>) =>
    send(server, "POST", "/api/identity/token", headers);
  const mine = browserOf(await signedIn());
  const theirs = browserOf(await signedIn());
  const { accessToken = "" } = (await tokenAt(other, theirs.headers)).body;
  await use("/v1/merchants/me", accessToken);
  const ended = await send(one, "DELETE", `/api/identity/sessions/${theirs.id}`, mine.headers);
  expect(ended.status).toBe(200);
  for (const server of [other, one]) {
    const refused = await send(server, "GET", "/v1/merchants/me", bearer(accessToken));
    expect([refused.status, refused.reason]).toEqual([401, "token_invalid"]);
    const unsigned = await tokenAt(server, theirs.headers);
    expect([unsigned.status, unsigned.reason]).toEqual([401, "signed_out"]);
    expect((await tokenAt(server, mine.headers)).status).toBe(200);
  }
});

test("a person who is put out of a merchant is refused by every process", async () => {
  const { origin } = new URL(world.config.APP_URL);
  const { cookie } = await signedIn();
  const minted = await send(one, "POST", "/api/identity/token", { cookie, origin });
  const { accessToken = "" } = minted.body;
  await use("/v1/merchants/me", accessToken);
  await world.db`delete from memberships where merchant_id = ${world.merchant.id}`;
  for (const server of [one, other]) {
    const refused = await send(server, "GET", "/v1/merchants/me", bearer(accessToken));
    expect([refused.status, refused.reason]).toEqual([401, "merchant_missing"]);
  }
});
