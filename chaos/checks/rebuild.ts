import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@/lib/core/ids";
import type { Context } from "@/lib/domain/context";
import { modules } from "@/lib/domain/operations/modules";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import type { JsonRpc } from "@/scripts/services/json-rpc";
import type { Finding } from "./invariant";

const BLOCK_MS = 200;

type OperatorContext = Pick<Context, "db" | "chains" | "config" | "log">;

/**
 * Rebuilds a chain from the last block that it has in common with its rows.
 * @returns how many payments were lost with the blocks
 */
export async function rebuild(ctx: OperatorContext, chainId: number): Promise<number> {
  const actor = { kind: "operator", name: "chaos", command: "rebuild", reason: "a drill" } as const;
  const operator = { ...ctx, modules, actor, requestId: newId("request") };
  const { reverted } = await applyRebuild(operator, await planRebuild(operator, { chainId }));
  return reverted.length;
}

/**
 * Does what an operator does after a reorganisation below finality, while blocks go on being mined.
 * @param rest waits until everything has come to rest
 */
export async function rebuildAfterHalt(
  ctx: OperatorContext,
  { id, request }: { id: number; request: JsonRpc },
  rest: () => Promise<Finding>,
): Promise<Finding> {
  const name = "an operator's rebuild brings the chain back, and everything comes to rest again";
  const reverted = await rebuild(ctx, id);
  let isOver = false;
  const mining = (async () => {
    while (!isOver) {
      await request("evm_mine");
      await sleep(BLOCK_MS);
    }
  })();
  const { violations } = await rest();
  isOver = true;
  await mining;
  const lost = reverted > 0 ? [] : ["no payment was lost: the reorganisation was not deep"];
  return { name, violations: [...lost, ...violations] };
}
