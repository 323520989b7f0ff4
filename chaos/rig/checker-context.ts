import type { Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { createLogger } from "@/lib/adapters/logger/logger";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { modules } from "@/lib/domain/operations/modules";
import type {
  Context,
  MerchantActor,
  OperatorActor,
  SystemActor,
} from "@/lib/domain/platform/context";
import { indexChain } from "@/lib/indexer/index-chain";
import { parseEnvironment } from "./settings";

/** What the harness itself runs verbs with: true connections, and no crash points. */
export function checkerContext(
  db: Sql,
  chains: Chains,
  environment: Record<string, string>,
): Context<SystemActor> {
  return {
    db,
    chains,
    config: parseEnvironment(environment),
    log: createLogger("silent"),
    actor: { kind: "system" },
    modules,
    requestId: newId("request"),
  };
}

/** The same for a person at the command line. */
export function asOperator(ctx: Context): Context<OperatorActor> {
  return { ...ctx, actor: { kind: "operator", name: "chaos", command: "chaos", reason: "chaos" } };
}

/** The same for a merchant. */
export function asMerchant(ctx: Context, merchantId: string, mode: Mode): Context<MerchantActor> {
  const actor = {
    kind: "key",
    merchantId,
    mode,
    keyId: "ak_chaos",
    keyKind: "secret",
    scopes,
  };
  return { ...ctx, actor: actor as MerchantActor };
}

/** How far behind the head an indexer is that follows it. */
const NEAR_BLOCKS = 3;
const SETUP_MS = 30_000;

/** Reads the blocks in which everything was deployed: what happens in the run is above them. */
export async function readSetup(ctx: Context<SystemActor>): Promise<void> {
  const until = new Date(Date.now() + SETUP_MS);
  for (const { id } of ctx.chains.all) await indexChain(ctx, { chainId: id, until });
}

/** Whether the indexer has come near the head. */
export async function isRead(db: Sql, chainId: number, head: number): Promise<boolean> {
  return (await readFinalBlock(db, chainId, head)) !== null;
}

/** The final block that the indexer knows; null as long as it is not near the head. */
export async function readFinalBlock(
  db: Sql,
  chainId: number,
  head: number,
): Promise<number | null> {
  const [cursor] = await db<{ number: bigint; finalizedNumber: bigint }[]>`
    select number, finalized_number from chain_cursors where chain_id = ${chainId}`
    // The database is down now and then.
    .catch(() => []);
  if (cursor === undefined || Number(cursor.number) + NEAR_BLOCKS < head) return null;
  return Number(cursor.finalizedNumber);
}
