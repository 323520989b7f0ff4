import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { openProbeDb, type ProbeDb } from "@/db/probe-db";
import { pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { keyName } from "@/lib/adapters/sealing/seal";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { askForCode, takeCode } from "@/lib/domain/identity/codes";
import { issueRecoveryCodes } from "@/lib/domain/identity/recovery-codes";
import { proveSecondFactor } from "@/lib/domain/identity/second-factor";
import { openCode } from "@/lib/domain/mails/sealed-code";
import { resealSecrets } from "@/lib/domain/webhooks/endpoints/reseal-secrets";
import { sealAnswer } from "@/lib/server/api/stored-answer";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { checkSecrets } from "./checks/check-secrets";
import { openSources } from "./open-sources";
import { requireSecrets } from "./require-secrets";
import { secretGauges } from "./secret-gauges";

const userId = "usr_000000000000000000000000";

let world: WebhookWorld;
let probeDb: ProbeDb;

beforeAll(async () => {
  world = await createWebhookWorld();
  probeDb = openProbeDb(world.url);
  await world.db`insert into identity_users ${world.db({ id: userId, email: "ada@x.example" })}`;
});
afterAll(async () => {
  await probeDb?.end();
  await world?.stop();
});
beforeEach(async () => {
  await world.db`
    truncate api_keys, api_key_leaks, identity_codes, identity_recovery_codes, webhook_endpoints,
      idempotency_keys, identity_throttles cascade`;
});

const secret = () => randomBytes(32).toString("base64");

/** The settings after a rotation of pepper and key, with all that were there before. */
function rotated(config: Env): Env {
  return {
    ...config,
    API_KEY_PEPPER: secret(),
    API_KEY_PEPPER_PREVIOUS: [config.API_KEY_PEPPER, ...(config.API_KEY_PEPPER_PREVIOUS ?? [])],
    STIPEND_SECRET_KEY: secret(),
    STIPEND_SECRET_KEY_PREVIOUS: [
      config.STIPEND_SECRET_KEY,
      ...(config.STIPEND_SECRET_KEY_PREVIOUS ?? []),
    ],
  };
}

const sourcesOf = (config: Env) =>
  openSources({
    config,
    pools: { request: world.db, job: world.db },
    probeDb,
    chains: async () => ({ all: [], deployments: [] }),
    startedAt: 0,
  });
const look = (config: Env) => checkSecrets(sourcesOf(config));
const start = (config: Env) => requireSecrets(world.db, config);

const mint = (config: Env, expiresAt?: Date) =>
  mintKey(
    { db: world.db, config },
    {
      kind: "secret",
      mode: "test",
      merchantId: world.merchantId,
      name: "Shop",
      scopes: [],
      expiresAt,
    },
  );
const issue = (config: Env) =>
  transaction(world.db, (tx) => issueRecoveryCodes({ config }, tx, userId));
const ask = async (config: Env) => {
  const email = "ada@x.example";
  await world.db`truncate identity_throttles`;
  const { flow } = await askForCode(
    { db: world.db, config },
    { purpose: "sign_in", email, userId },
    { subject: email, known: null, networks: [] },
  );
  const [mail] = await world.db<{ code: string }[]>`
    select facts ->> 'code' as code from mails order by created_at desc, id desc limit 1`;
  return { flow, code: openCode(config, email, mail?.code ?? "") ?? "" };
};

test("codes that were given out before two rotations are taken after them", async () => {
  const [recovery = ""] = await issue(world.config);
  const mailed = await ask(world.config);
  const config = rotated(rotated(world.config));
  const prove = (code: string) =>
    transaction(world.db, (tx) =>
      proveSecondFactor(
        { config, requestId: "req_test" },
        tx,
        { userId, code },
        {
          token: null,
          userAgent: null,
          addressPrefix: null,
          device: null,
          networks: [],
        },
      ),
    );
  expect(await prove(recovery)).toBe("rc");
  expect(await takeCode({ db: world.db, config }, mailed, ["sign_in"])).toMatchObject({ userId });
});

test("an old pepper is needed for as long as rows that can be used name it, and then can be dropped", async () => {
  const first = world.config;
  const second = rotated(first);
  const third = rotated(second);
  const ids = [first, second].map(({ API_KEY_PEPPER }) => pepperId(API_KEY_PEPPER));
  const { id } = await mint(first);
  await mint(first);
  await mint(first, new Date(Date.now() - 60_000));
  await issue(second);
  await ask(second);
  await mint(third);
  const said = async () => (await look(third)).detail;
  expect(await look(third)).toMatchObject({ status: "ok" });
  expect(await said()).toContain(`API_KEY_PEPPER_PREVIOUS ${ids[0]} is needed by API keys (2)`);
  expect(await said()).toContain(
    `API_KEY_PEPPER_PREVIOUS ${ids[1]} is needed by mailed codes (1) and recovery codes (10)`,
  );
  const gauges = await secretGauges(sourcesOf(third));
  expect(gauges).toContainEqual(["secretRows", 2, "API_KEY_PEPPER", ids[0], "previous"]);
  expect(gauges).toContainEqual(["secretRows", 11, "API_KEY_PEPPER", ids[1], "previous"]);
  await world.db`update api_keys set status = 'revoked', revoked_at = now() where id = ${id}`;
  expect(await said()).toContain(`API_KEY_PEPPER_PREVIOUS ${ids[0]} is needed by API keys (1)`);
  await world.db`update api_keys set status = 'revoked', revoked_at = now()`;
  await world.db`update identity_recovery_codes set used_at = now()`;
  await world.db`update identity_codes set expires_at = now()`;
  for (const pepper of ids) {
    expect(await said()).toContain(`API_KEY_PEPPER_PREVIOUS ${pepper} can be dropped`);
  }
  await start({ ...third, API_KEY_PEPPER_PREVIOUS: undefined });
});

test("a start that would make keys and codes useless stops, and says how many and what to set", async () => {
  const first = world.config;
  const pepper = pepperId(first.API_KEY_PEPPER);
  await mint(first);
  await issue(first);
  const { API_KEY_PEPPER_PREVIOUS: _, ...second } = { ...first, API_KEY_PEPPER: secret() };
  await expect(start(second)).rejects.toThrow(
    `API_KEY_PEPPER: API keys (1) and recovery codes (10) need the one with the id ${pepper}. Add it to API_KEY_PEPPER_PREVIOUS`,
  );
  expect(await look(second)).toMatchObject({
    status: "warn",
    detail: `API keys (1) and recovery codes (10) need the API_KEY_PEPPER ${pepper}, which this process does not have`,
  });
  const gauge = ["secretRows", 11, "API_KEY_PEPPER", pepper, "missing"];
  expect(await secretGauges(sourcesOf(second))).toEqual([gauge]);
  await start({ ...second, API_KEY_PEPPER_PREVIOUS: [first.API_KEY_PEPPER] });
  await start({ ...second, API_KEY_PEPPER_NEXT: first.API_KEY_PEPPER });
});

test("many rows under one pepper hide no other", async () => {
  const names = ["00000000", "ffffffff"];
  for (const name of [...names, null]) {
    await world.db`
      insert into api_keys (id, merchant_id, mode, kind, name, scopes, hash, pepper_id, prefix, last4,
        api_version)
      select new_id('ak'), ${world.merchantId}, 'test', 'publishable', 'Shop', '{}',
        sha256(convert_to(${`${name}`} || n, 'UTF8')), ${name}, '', '', ''
      from generate_series(1, ${name === "00000000" ? 10_050 : 1}::int) n`;
  }
  const uses = await sourcesOf(world.config).secretUses();
  expect(new Map(uses.map(({ id, count }) => [id, count]))).toEqual(
    new Map([
      ["00000000", 10_000],
      ["ffffffff", 1],
      [null, 1],
    ]),
  );
});

test("rows of before peppers were noted are the only pepper's, and keep every pepper after a rotation", async () => {
  await mint(world.config);
  await issue(world.config);
  const forget = async () => {
    await world.db`update api_keys set pepper_id = null`;
    await world.db`update identity_recovery_codes set pepper_id = null`;
  };
  await forget();
  const second = { ...world.config, ...rotated(world.config) };
  await start(second);
  expect((await look(second)).detail).toContain(
    "API keys (1) and recovery codes (10) name no pepper yet: drop none",
  );
  await start(world.config);
  const pepper = pepperId(world.config.API_KEY_PEPPER);
  expect((await look(second)).detail).toContain(
    `API_KEY_PEPPER_PREVIOUS ${pepper} is needed by API keys (1) and recovery codes (10)`,
  );
});

test("a previous secret key is needed until all is sealed anew and the answers that it sealed are gone", async () => {
  const first = world.config;
  const config = rotated(rotated(first));
  const key = keyName(first.STIPEND_SECRET_KEY);
  await world.addEndpoint({ url: "https://x.example" });
  const scope = randomBytes(16);
  await world.db`
    insert into idempotency_keys (scope, request_hash, status, answer)
    values (${scope}, ${randomBytes(16)}, 200, ${sealAnswer(first, scope, "{}")})`;
  const said = async () => (await look(config)).detail;
  expect(await said()).toContain(
    `STIPEND_SECRET_KEY_PREVIOUS ${key} is needed by webhook secrets (1) and stored answers`,
  );
  await expect(start({ ...config, STIPEND_SECRET_KEY_PREVIOUS: [] })).rejects.toThrow(
    `STIPEND_SECRET_KEY: webhook secrets (1) and stored answers need the one with the id ${key}. Add it to STIPEND_SECRET_KEY_PREVIOUS`,
  );
  await resealSecrets({ ...world.system(), config });
  expect(await said()).toContain(`STIPEND_SECRET_KEY_PREVIOUS ${key} is needed by stored answers`);
  await world.db`truncate idempotency_keys`;
  expect(await said()).toContain(`STIPEND_SECRET_KEY_PREVIOUS ${key} can be dropped`);
});

test("answers that were sealed under a key of before are found behind others, few or many", async () => {
  const first = world.config;
  const second = rotated(first);
  const key = keyName(first.STIPEND_SECRET_KEY);
  const store = async (config: Env, count: number, from: string) => {
    const answer = sealAnswer(config, randomBytes(16), "{}");
    await world.db`
      insert into idempotency_keys (scope, request_hash, status, answer, created_at)
      select decode(md5(${from}::text || n), 'hex'), '\\x00'::bytea, 200, ${answer}::bytea,
        ${from}::timestamptz + n * interval '1 second'
      from generate_series(1, ${count}::int) n`;
  };
  await store(second, 1, "2026-01-01");
  await store(first, 1, "2026-01-02");
  const lost = { ...second, STIPEND_SECRET_KEY_PREVIOUS: [] };
  const needed = `STIPEND_SECRET_KEY_PREVIOUS ${key} is needed by stored answers`;
  expect((await look(second)).detail).toContain(needed);
  await expect(start(lost)).rejects.toThrow(`stored answers need the one with the id ${key}`);
  await world.db`truncate idempotency_keys`;
  await store(second, 10_100, "2026-01-03");
  await store(first, 200, "2026-01-04");
  await store(second, 1, "2026-01-05");
  expect((await look(second)).detail).toContain(needed);
  await expect(start(lost)).rejects.toThrow(`stored answers need the one with the id ${key}`);
});
