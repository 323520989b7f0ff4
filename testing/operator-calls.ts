import { operatorCallTopics, readRecord } from "@/lib/adapters/chain/calls/registry-calls";
import { operatorsOf } from "@/lib/adapters/chain/calls/relayer";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { Hex } from "@/lib/core/chain/hex";
import type { Context, OperatorActor, SystemActor } from "@/lib/domain/platform/context";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { OperatorCallRow, WantedCall } from "@/lib/domain/wallets/operator-calls/wanted-call";
import type { TestMerchant } from "./register-merchant";
import { drain, index, makeFinal } from "./relay";
import { ageAttempts } from "./relay-slots";
import type { World } from "./world";

/** Rounds after which calls that are still open stay so. */
const ROUNDS = 30;

/** A context of a person at the command line. */
export function operatorContext(world: World): Context<OperatorActor> {
  const actor = { kind: "operator", name: "tester", command: "test", reason: "a test" } as const;
  return { ...world.systemContext(), actor };
}

/** Writes down what is wanted. */
export const want = (world: World, wanted: WantedCall) =>
  requestOperatorCall(operatorContext(world), wanted);

/** The stored call. */
export async function callRow(world: World, { id }: { id: string }): Promise<OperatorCallRow> {
  const [row] = await world.db<OperatorCallRow[]>`select * from operator_calls where id = ${id}`;
  if (!row) throw new Error(`No call ${id}`);
  return row;
}

/** Makes calls that wait due now, and lets wallets that could not sign try again. */
export async function hurryCalls(world: World): Promise<void> {
  await world.db`update relay_wallets set blocked_until = null`;
  await world.db`update operator_calls set next_check_at = null where state = 'queued'`;
}

/** Drains, mines and indexes until every call has ended. */
export async function finishCalls(world: World, ctx: Context<SystemActor>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await hurryCalls(world);
    await drain(ctx);
    await world.chain.mine();
    await index(world);
    const open = await world.db`
      select from operator_calls where state in ('queued', 'signed', 'mined')`;
    if (open.length === 0) return;
    // What the node has lost is sent again after seconds.
    if (round % 10 === 9) await ageAttempts(world, 5);
  }
  throw new Error("Calls are still open");
}

/** What the registry says of a merchant. */
export function recordOf(
  deployment: Deployment,
  { chainMerchantId }: Pick<TestMerchant, "chainMerchantId">,
) {
  const registry = addressOf(deployment, "registry");
  return readRecord(deployment.chain.rpc, registry, chainMerchantId[deployment.mode]);
}

/** How many events of a kind the registry, or the processor, has emitted on the node's present chain. */
export async function eventsOf(
  world: World,
  kind: keyof typeof operatorCallTopics,
  deployment = world.deployment(),
): Promise<number> {
  const address = addressOf(deployment, kind === "sweep_fees" ? "processor" : "registry");
  const filter = { fromBlock: "0x0", toBlock: "latest", address };
  const topics = [operatorCallTopics[kind]];
  const logs = await world.chain.request<unknown[]>("eth_getLogs", [{ ...filter, topics }]);
  return logs.length;
}

/** The operator's wallet, and how many transactions of it the chain has. */
export async function operatorNonce(world: World): Promise<bigint> {
  const [operator] = operatorsOf(world.config);
  if (!operator) throw new Error("the world has an operator");
  return BigInt(
    await world.chain.request<Hex>("eth_getTransactionCount", [operator.address, "latest"]),
  );
}

/** Registers one more merchant, as if nobody had used the operator's key for it. */
export async function addMerchantApart(world: World): Promise<TestMerchant> {
  const merchant = await world.addMerchant();
  await makeFinal(world);
  const [operator] = operatorsOf(world.config);
  await world.db`
    update relay_wallets set next_nonce = ${await operatorNonce(world)}
    where address = ${operator?.address ?? null}`;
  return merchant;
}
