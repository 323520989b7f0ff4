import { pad } from "viem/utils";
import { type Db, transaction } from "@/db/client";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import { largestLogRange, readLogsInRanges } from "@/lib/adapters/chain/reads/log-ranges";
import { type Transfer, transferOf, transferTopic } from "@/lib/adapters/chain/reads/transfers";
import { toDecimal } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { type NewActivity, recordActivities } from "@/lib/domain/agents/activity/record-activity";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** A treasury, and the final block up to which it was read. */
interface TreasuryReading extends Owner {
  readonly deploymentId: string;
  readonly address: Address;
  readonly block: bigint;
}

/** Blocks whose deposits are told by one reading; after a long time without one it takes several. */
const MOST_BLOCKS = 5_000n;
/** A cent, in units of a token: anyone can send less again and again. */
const LEAST_AMOUNT = 10_000n;

/**
 * Tells a merchant what was paid into its treasury in blocks that are final by now: one entry of its activity for each
 * token, of all senders but the escrow, which returns money of jobs. Nothing is decided by it. Deposits before the treasury was
 * first read are not told.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function tellDeposits(
  ctx: Pick<Context, "db">,
  deployment: Deployment,
  reading: TreasuryReading,
): Promise<void> {
  const from = await readTold(ctx.db, reading);
  if (from !== null && from >= reading.block) return;
  const reach = from === null ? reading.block : smaller(reading.block, from + MOST_BLOCKS);
  const found =
    from === null
      ? { deposits: [], through: reach }
      : await readDeposits(deployment, reading.address, { from: from + 1n, to: reach });
  await transaction(ctx.db, async (tx) => {
    const { deploymentId, merchantId } = reading;
    // Of two readers one goes on: the other may know a later final block, and its entries have other keys.
    const { count } = await tx`
      update agent_treasuries set deposits_block = ${found.through}
      where deployment_id = ${deploymentId} and merchant_id = ${merchantId}
        and deposits_block is not distinct from ${from}::bigint`;
    if (count !== 1) return;
    const activities = Object.values(deployment.tokens).flatMap((token) =>
      activityOf(reading, token, found),
    );
    await recordActivities(tx, activities);
  });
}

async function readTold(
  db: Db,
  { deploymentId, merchantId }: TreasuryReading,
): Promise<bigint | null> {
  const [row] = await db<{ depositsBlock: bigint | null }[]>`
    select deposits_block from agent_treasuries
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId}`;
  return row?.depositsBlock ?? null;
}

interface Deposit extends Transfer {
  readonly txHash: Bytes32;
}

interface Found {
  readonly deposits: readonly Deposit[];
  /** The last block that was read. */
  readonly through: bigint;
}

async function readDeposits(
  deployment: Deployment,
  treasury: Address,
  heights: { readonly from: bigint; readonly to: bigint },
): Promise<Found> {
  const addresses = Object.values(deployment.tokens).map(({ address }) => address);
  const filter = { addresses, topics: [transferTopic], indexed: [null, [pad(treasury)]] };
  const range = { blocks: largestLogRange };
  const read = await readLogsInRanges(deployment.chain.rpc, heights, filter, range);
  const escrow = addressOf(deployment, "escrow");
  const deposits = read.logs.flatMap((log) => {
    const { txHash } = log;
    return transferOf(log).map((transfer) => ({ ...transfer, txHash }));
  });
  return {
    deposits: deposits.filter(({ from, to }) => from !== escrow && to === treasury),
    through: read.through,
  };
}

/** What arrived of a token, in an entry of its own. */
function activityOf(
  { merchantId, mode, deploymentId, address }: TreasuryReading,
  { address: token, currency }: Token,
  { deposits, through }: Found,
): NewActivity[] {
  const own = deposits.filter((one) => one.token === token);
  const last = own.at(-1);
  const amount = own.reduce((sum, one) => sum + one.amount, 0n);
  if (!last || amount < LEAST_AMOUNT) return [];
  const count = own.length;
  return [
    {
      merchantId,
      mode,
      capability: "commerce",
      action: "receive_deposit",
      summary: `${toDecimal(amount)} ${currency} arrived in the treasury`,
      reason: count === 1 ? `A transfer of ${last.from} is final` : `${count} transfers are final`,
      setting: "commerce",
      resource: { type: "agent_treasury", id: address },
      outcome: "succeeded",
      once: `receive_deposit:${deploymentId}:${currency}:${through}`,
      ...(count === 1 ? { txHash: last.txHash } : {}),
    },
  ];
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
