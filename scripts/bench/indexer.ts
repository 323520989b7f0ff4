import { addressOf, contractOf } from "@/lib/adapters/chain/chains";
import { envSchema } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import type { Context, SystemActor } from "@/lib/domain/context";
import { modules } from "@/lib/domain/operations/modules";
import { scanChain } from "@/lib/indexer/scan-chain";
import { type IndexerStage, openIndexerStage, settlePayments } from "./indexer-stage";

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 20_000);
/** Events per second that catching up should reach. */
const AIM = 3_000;

function contextOf({ db, chains }: IndexerStage): Context<SystemActor> {
  const secret = Buffer.alloc(32).toString("base64");
  const config = envSchema.parse({
    APP_URL: "http://localhost:3000",
    DATABASE_URL: "postgres://unused",
    STIPEND_SECRET_KEY: secret,
    API_KEY_PEPPER: secret,
    TEST_DEPLOYMENT: "unused",
    INNGEST_SIGNING_KEY: "signkey-test-00",
    INNGEST_EVENT_KEY: "unused-key",
  });
  const actor = { kind: "system" } as const;
  return {
    db,
    chains,
    config,
    log: createLogger("warn"),
    modules,
    actor,
    requestId: newId("request"),
  };
}

/** What reading the same logs takes without writing anything down: the node's part. */
async function readOnly({ anvil, deployment }: IndexerStage): Promise<number> {
  const startedAt = performance.now();
  const head = Number(await anvil.request<string>("eth_blockNumber"));
  for (let from = contractOf(deployment, "processor").startBlock; from <= head; from += 64) {
    const to = Math.min(head, from + 63);
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
    await anvil.request("eth_getLogs", [{ ...range, address: addressOf(deployment, "processor") }]);
  }
  return (performance.now() - startedAt) / 1_000;
}

const stage = await openIndexerStage();
try {
  console.log(`settling ${PAYMENTS} payments on the chain…`);
  await settlePayments(stage, PAYMENTS);
  const ctx = contextOf(stage);
  const startedAt = performance.now();
  const until = new Date(Date.now() + 600_000);
  const outcome = await scanChain(ctx, stage.deployment.chain, until);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [row] = await stage.db<{ count: bigint }[]>`
    select count(*) from payment_sessions where status = 'confirmed'`;
  if (outcome.kind !== "current" || row?.count !== BigInt(PAYMENTS)) {
    throw new Error(`${row?.count} of ${PAYMENTS} were confirmed: ${JSON.stringify(outcome)}`);
  }
  const rate = PAYMENTS / seconds;
  const reading = await readOnly(stage);
  console.log(`${PAYMENTS} payments read, matched and confirmed in ${seconds.toFixed(1)} s`);
  console.log(`eth_getLogs alone: ${reading.toFixed(1)} s`);
  console.log(`${rate.toFixed(0)} events/s : aim of ${AIM} = ${(rate / AIM).toFixed(2)}`);
} finally {
  await stage.stop();
}
