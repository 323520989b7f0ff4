import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { resealIdentity } from "@/lib/domain/identity/reseal-identity";
import { modules } from "@/lib/domain/operations/modules";
import { resealSecrets } from "@/lib/domain/webhooks/endpoints/reseal-secrets";
import { runWithOptions, UsageError } from "@/scripts/run/run-with-options";
import { verifyWebhook } from "@/sdk/src/webhooks";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";
import {
  type DrillStage,
  openDrillStage,
  type ServerPair,
  type Settings,
  startPair,
} from "./drill-stage";
import { type MadeBefore, makeBefore } from "./made-before";
import { type Load, startLoad } from "./rotate-load";

const usage = `npm run drill:rotate-secrets [-- --rounds 2]

Rotates each secret so often in the documented order, restarting two servers one by one, while keys, codes, recovery codes,
authenticator apps, repeated requests and webhooks of before are used. Ends with 1 when anything was refused.`;

const REFRESH_MS = 90_000;
const rotated = ["API_KEY_PEPPER", "STIPEND_SECRET_KEY"] as const;

const newSecret = () => randomBytes(32).toString("base64");
const tell = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);

await runWithOptions(usage, { rounds: { type: "string" } }, async ({ rounds = "2" }) => {
  if (!/^[1-9]$/.test(rounds)) throw new UsageError("--rounds: a number from 1 to 9");
  const stage = await openDrillStage();
  tell("database, chain and program are ready");
  try {
    await drill(stage, Number(rounds));
  } finally {
    await stage.close();
  }
});

async function drill(stage: DrillStage, rounds: number): Promise<void> {
  const receiver = await startReceiver();
  const { DEMO_SECRET_KEY_TEST: key, DEMO_MERCHANT_ID: merchantId } = stage.secrets.demo;
  const { settings } = stage;
  const pair = await startPair(stage, settings);
  const made = await makeBefore(stage.db, settings, {
    pair,
    key,
    merchantId,
    receiverUrl: receiver.url,
  });
  tell("keys, accounts, stored answers and an endpoint are made");
  const sealed = [settings.STIPEND_SECRET_KEY ?? ""];
  const sealingKeys = () => ({
    STIPEND_SECRET_KEY: sealed[0] ?? "",
    STIPEND_SECRET_KEY_PREVIOUS: sealed,
  });
  const load = startLoad({ ...stage, pair, merchantId, sealingKeys }, made);
  try {
    await rotateAll(stage, pair, load, { made, sealed, rounds });
  } finally {
    await load.stop();
    await pair.end();
    await receiver.close();
  }
  await report(load, receiver, made);
}

/** @param run.sealed gets every sealing key that comes to be the current one */
async function rotateAll(
  stage: DrillStage,
  pair: ServerPair,
  load: Load,
  { made, sealed, rounds }: { made: MadeBefore; sealed: string[]; rounds: number },
): Promise<void> {
  let { settings } = stage;
  await sleep(3_000);
  for (let round = 1; round <= rounds; round += 1) {
    const next = Object.fromEntries(rotated.map((name) => [name, newSecret()]));
    sealed.push(next.STIPEND_SECRET_KEY ?? "");
    settings = await rotate(pair, settings, next);
    tell(`rotation ${round}; refused so far: ${load.failures.length}`);
  }
  await dropOld(stage, pair, load, { settings, made });
  await load.callWithKeys("API key after all", [...made.busyKeys, ...made.idleKeys]);
  await load.signInWithApps(5);
}

/** Announces the new secrets to both servers, and then makes them the current ones, with those that no row needs. */
async function rotate(pair: ServerPair, settings: Settings, next: Settings): Promise<Settings> {
  const announced = Object.entries(next).map(([name, secret]) => [`${name}_NEXT`, secret]);
  await pair.restart({ ...settings, ...Object.fromEntries(announced) });
  tell("the next secrets are announced");
  const previous = rotated.map((name) => {
    const all = [settings[name], settings[`${name}_PREVIOUS`]];
    return [`${name}_PREVIOUS`, all.filter(Boolean).join(",")];
  });
  const swapped = {
    ...settings,
    ...next,
    ...Object.fromEntries(previous),
    INNGEST_SIGNING_KEY: `signkey-drill-${randomBytes(32).toString("hex")}`,
    METRICS_TOKEN: randomBytes(16).toString("hex"),
  };
  await pair.restart(swapped);
  return swapped;
}

/** Drops what was before: first too early, which stops a start, and then when nothing needs it any more. */
async function dropOld(
  stage: DrillStage,
  pair: ServerPair,
  load: Load,
  { settings, made }: { settings: Settings; made: MadeBefore },
): Promise<void> {
  const dropped = { ...settings, API_KEY_PEPPER_PREVIOUS: "", STIPEND_SECRET_KEY_PREVIOUS: "" };
  const early = await stage.startServer({ ...dropped, PORT: "0" }).then(
    () => "it has started",
    (error: Error) => error.message,
  );
  if (!early.includes("would make keys or stored secrets useless")) {
    throw new Error(`A start without the old secrets was to stop in words: ${early}`);
  }
  tell("a start without the old secrets stops");
  await load.callWithKeys("API key of two rotations ago", made.idleKeys);
  await load.endOld();
  await reseal(stage, settings);
  // As operators who revoke keys that nobody uses, people who generate new codes, and answers that are three days old.
  await stage.db`
    update api_keys set status = 'revoked', revoked_at = now() where name not in ('Busy', 'Idle')`;
  await stage.db`update identity_recovery_codes set used_at = now() where used_at is null`;
  await stage.db`update identity_codes set expires_at = now() where used_at is null`;
  await stage.db`delete from idempotency_keys`;
  await untilDroppable(pair, settings);
  tell("no row needs the old secrets");
  await pair.restart(dropped);
}

/** What the job `reseal-secrets` does each hour. */
async function reseal({ db }: DrillStage, settings: Settings): Promise<void> {
  const ctx = {
    db,
    config: readEnv(settings),
    log: createLogger("silent"),
    chains: { all: [], deployments: [] },
    modules,
    requestId: newId("request"),
    actor: { kind: "system" },
  } as const;
  while ((await resealSecrets(ctx)) + (await resealIdentity(ctx)) > 0);
}

/** `/ready` counts the rows once a minute. */
async function untilDroppable(pair: ServerPair, settings: Settings): Promise<void> {
  const old = rotated.flatMap((name) => settings[`${name}_PREVIOUS`]?.split(",") ?? []).length;
  let said = "";
  for (const giveUpAt = performance.now() + REFRESH_MS; ; await sleep(1_000)) {
    const { checks } = JSON.parse((await pair.call({ path: "/ready" })).text) as {
      checks: { secrets: { detail: string | null } };
    };
    said = checks.secrets.detail ?? "";
    if ((said.match(/can be dropped/g) ?? []).length === old) return;
    if (performance.now() > giveUpAt) throw new Error(`Something needs an old secret: ${said}`);
  }
}

async function report(
  { counts, failures }: Load,
  { received }: Receiver,
  { webhookSecret: secret }: MadeBefore,
): Promise<void> {
  for (const { body, headers } of received) {
    await verifyWebhook({ payload: body, headers, secret, toleranceSeconds: 86_400 });
  }
  for (const [what, count] of counts) console.log(`${what.padEnd(30)} ${count}`);
  console.log(`${"webhook, verified".padEnd(30)} ${received.length}`);
  console.log(`${"refused".padEnd(30)} ${failures.length}`);
  const used = ["recovery code", "authenticator app", "mailed code", "repeated request"];
  const unused = used.filter((what) => !counts.has(what));
  if (unused.length > 0) console.log(`not used: ${unused.join(", ")}`);
  if (failures.length + unused.length > 0 || received.length === 0) process.exitCode = 1;
}
