import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@/lib/core/ids";
import type { Context } from "@/lib/domain/context";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import type { JsonRpc } from "@/scripts/services/json-rpc";
import type { Finding } from "./invariant";

const BLOCK_MS = 200;

/**
 * Does what an operator does after a reorganisation below finality, while blocks go on being mined.
 * @param rest waits until everything has come to rest
 */
export async function rebuildAfterHalt(
  ctx: Pick<Context, "db" | "chains" | "config" | "log">,
  request: JsonRpc,
  rest: () => Promise<Finding>,
): Promise<Finding> {
  const name = "an operator's rebuild brings the chain back, and everything comes to rest again";
  const actor = { kind: "operator", name: "chaos", command: "rebuild", reason: "a drill" } as const;
  const operator = { ...ctx, actor, requestId: newId("request") };
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is no chain");
  const plan = await planRebuild(operator, { chainId: chain.id });
  const { reverted } = await applyRebuild(operator, plan);
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
  const lost = reverted.length > 0 ? [] : ["no payment was lost: the reorganisation was not deep"];
  return { name, violations: [...lost, ...violations] };
}
