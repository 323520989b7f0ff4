import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainInvariants } from "@/chaos/checks/chain-checks";
import { gatherEvidence } from "@/chaos/checks/evidence";
import { relayInvariants } from "@/chaos/checks/relay-checks";
import { comeToRest } from "@/chaos/checks/rest";
import { webhookInvariants } from "@/chaos/checks/webhook-checks";
import { newLedger } from "@/chaos/clients/stage";
import { type Receiver, startReceiver } from "@/chaos/receivers/receiver";
import { seededDice } from "@/chaos/seeded";
import { eventKinds } from "@/lib/core/event-kinds";
import { scopes } from "@/lib/core/scopes";
import { mintKey } from "@/lib/domain/api-keys/mint-key";
import { createWebhookEndpoint } from "@/lib/domain/webhook-endpoints/create-webhook-endpoint";
import { startMiner } from "@/scripts/services/chain-miner";
import { newPayers } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { freeze, freezeInside } from "./freeze";
import { type Accepted, pay, startPayers } from "./payers";
import {
  openServerProgram,
  type ServerProcess,
  type ServerProgram,
  serverEnv,
} from "./server-process";

const SEED = Number(process.env.FREEZE_SEED ?? 1);
/** Where a server stops: wherever it is, or with rows of a table locked that the other one needs. */
const MOMENTS = ["chain_cursors", "relay_wallets", "anywhere"] as const;
const PAYERS = 4;
/** Longer than a transaction may be idle, and than the leases of wallets and jobs. */
const FROZEN_MS = 12_000;
const TIMEOUT_MS = 120_000;

let world: World;
let program: ServerProgram;
let miner: { stop(): Promise<void> };
let canary: Receiver;
let receiver: Receiver;
let endpointId: string;

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
  const rhythm = { settleBlocks: 4, intervalMs: 300, idleIntervalMs: 1_000 };
  const faults = { onBlock: async () => {}, onError: () => {} };
  miner = startMiner(world.chain.request, rhythm, faults);
  canary = await startReceiver("healthy", "");
  receiver = await startReceiver("healthy", canary.url);
  const events = eventKinds.filter((kind) => kind.startsWith("payment."));
  const input = { url: receiver.url, events, mode: "test" as const };
  const ctx = world.merchantContext();
  const prepared = await createWebhookEndpoint.prepare(ctx, input);
  const { id, secret } = await createWebhookEndpoint.run(ctx, input, prepared);
  receiver.secrets.push(secret);
  endpointId = id;
});
afterAll(async () => {
  await program?.remove();
  await miner?.stop();
  await Promise.all([receiver?.stop(), canary?.stop()]);
  await world?.stop();
});

async function isConfirmed({ sessionId }: Accepted): Promise<boolean> {
  const rows = await world.db`
    select from payment_sessions where id = ${sessionId} and status = 'confirmed'`;
  return rows.length === 1;
}

/** What the rules of every run say about this one. */
async function findBrokenRules(accepted: readonly Accepted[], stalls: readonly number[]) {
  const ledger = newLedger();
  for (const { submissionId, idempotencyKey } of accepted) {
    ledger.accepted.set(idempotencyKey, {
      id: submissionId,
      kind: "session",
      paymentId: "0x",
      chainId: world.chain.chainId,
    });
  }
  const { db, chain, chains } = world;
  const { chainId: id, request } = chain;
  const site = { db, nodes: new Map([[id, request]]), chains, timeoutMs: TIMEOUT_MS };
  const rest = await comeToRest(site, "all that can be settled is settled, and comes to rest");
  // What was sent and never mined is not known here.
  const witnessed = [{ id, request, offered: new Map() }];
  const { whole: evidence } = await gatherEvidence(db, witnessed, {
    chains,
    ledger,
    canary,
    receivers: new Map([[endpointId, receiver]]),
    foreign: new Set(),
    idle: { merchantId: "", deploymentIds: [] },
    claims: [],
    leaseEnds: stalls,
  });
  const findings = [...relayInvariants, ...chainInvariants, ...webhookInvariants].map(
    async ({ name, violations }) => ({ name, violations: await violations(evidence) }),
  );
  return [rest, ...(await Promise.all(findings))].filter(({ violations }) => violations.length > 0);
}

test.skipIf(process.platform !== "linux")(
  "while one of two servers is suspended the other goes on settling, and nothing is paid twice",
  async () => {
    const dice = seededDice(SEED);
    const { key } = await mintKey(world, {
      kind: "secret",
      name: "drill",
      merchantId: world.merchant.id,
      mode: "test",
      scopes,
    });
    const env = {
      ...serverEnv(world),
      // One wallet: whoever holds it holds up every payment.
      RELAYER_PRIVATE_KEYS: world.chain.relayers[0]?.privateKey ?? "",
      DATABASE_POOL: "10",
    };
    const servers = await Promise.all([program.start(env), program.start(env)]);
    const [prober, ...others] = await newPayers(world, PAYERS + 1);
    if (!prober) throw new Error("there are payers");
    const baseUrls = servers.map(({ baseUrl }) => baseUrl);
    const payers = startPayers(world, { baseUrls, key }, others);
    const probes: Accepted[] = [];
    const stalls: number[] = [];
    const standstills: number[] = [];

    const untilConfirmed = (payment: Accepted) =>
      expect.poll(() => isConfirmed(payment), { timeout: TIMEOUT_MS, interval: 50 }).toBe(true);
    const round = async (frozen: ServerProcess, healthy: ServerProcess) => {
      const startedAt = performance.now();
      stalls.push(Date.now());
      const probe = await pay(world, { baseUrls: [healthy.baseUrl], key }, prober);
      probes.push(probe);
      await untilConfirmed(probe);
      standstills.push(performance.now() - startedAt);
      await sleep(Math.max(0, startedAt + FROZEN_MS - performance.now()));
      frozen.send("SIGCONT");
    };
    const suspendOne = async (turn: number, moment: (typeof MOMENTS)[number]) => {
      if (moment !== "anywhere") return freezeInside(world.db, servers, moment);
      const server = servers[dice.between(0, 1, "which", turn)] ?? servers[0];
      await freeze(server);
      return server;
    };
    // Both have opened their wallets and deployments.
    await untilConfirmed(await pay(world, { baseUrls, key }, prober));
    for (const [turn, moment] of MOMENTS.entries()) {
      await sleep(dice.between(500, 4_000, "pause", turn));
      const frozen = await suspendOne(turn, moment);
      await round(frozen, frozen === servers[0] ? servers[1] : servers[0]);
    }
    await payers.stop();
    const settled = [...payers.accepted, ...probes];
    const seconds = standstills.map((ms) => (ms / 1_000).toFixed(1)).join(", ");
    process.stdout.write(
      `confirmed ${seconds} s after a peer stopped; ${settled.length} payments\n`,
    );

    expect(await findBrokenRules(settled, stalls)).toEqual([]);
    expect(await Promise.all(settled.map(isConfirmed))).not.toContain(false);
    for (const { send } of servers) send("SIGTERM");
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
  },
  300_000,
);
