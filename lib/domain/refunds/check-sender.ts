import { type Chain, deploymentById } from "@/lib/adapters/chain/chains";
import { mintLocalTokens } from "@/lib/adapters/chain/local-chain";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { allowanceOf, balanceOf, hasCode } from "@/lib/adapters/chain/reads/tokens";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type {
  LocalCallInput,
  SenderCheck,
  SenderInput,
} from "@/lib/contract/refunds/refund-sender";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState, notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { sendersOf } from "./authorizations";
import { findRefund, type RefundRow } from "./refund-rows";
import { viewRefund } from "./view";

/** Roughly what a step takes; a wallet that holds less cannot send it. */
const STEP_GAS = { approve: 50_000n, refund: 150_000n, transfer: 50_000n };
/** One coin of the local chain, as `anvil_setBalance` takes it. */
const ONE_COIN = "0xde0b6b3a7640000";

type SenderQuery = Pick<SenderInput, "id" | "account">;

/**
 * Reads what a wallet holds for a pending refund, before it is asked to send anything. On the local chain one of the
 * merchant's wallets is given the coin for the network fee.
 * @throws Refusal `not_found`, or `session_invalid_state` with `refund_ended`: nothing is to be sent
 * @throws RpcError, RpcUnavailable
 */
export async function checkRefundSender(
  ctx: Context<MerchantActor>,
  { id, account }: SenderQuery,
): Promise<SenderCheck> {
  const row = await findRefund(ctx.db, ctx.actor, id);
  const { steps } = instructed(ctx, row);
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  const token = row.tokenAddress;
  const spender = steps.find(({ kind }) => kind === "refund")?.to;
  const [balance, allowance] = await Promise.all([
    balanceOf(chain.rpc, token, account),
    spender ? allowanceOf(chain.rpc, token, { owner: account, spender: spender as Address }) : 0n,
  ]);
  const isApproved = spender !== undefined && allowance >= row.amount;
  const left = steps.filter(({ kind }) => kind !== "approve" || !isApproved);
  const gas = left.reduce((sum, { kind }) => sum + STEP_GAS[kind], 0n);
  return {
    balance: String(balance),
    missing: String(lackOf(balance, row.amount)),
    isApproved,
    missingGas: String(await missingGas(chain, row, { account, gas })),
  };
}

const lackOf = (held: bigint, needed: bigint) => (held < needed ? needed - held : 0n);

/** @throws Refusal `session_invalid_state` with `refund_ended`: nothing is to be sent */
function instructed(ctx: Context<MerchantActor>, row: RefundRow) {
  const { instructions } = viewRefund(ctx, row);
  if (instructions) return instructions;
  throw invalidState("There is nothing left to send for the refund.", {
    currentStatus: row.status,
    reason: "refund_ended",
  });
}

async function missingGas(
  { rpc, local }: Chain,
  row: RefundRow,
  { account, gas }: { account: Address; gas: bigint },
): Promise<bigint> {
  const [held, { baseFee, tip }, isContract] = await Promise.all([
    gasBalance(rpc, account),
    readFeeMarket(rpc),
    hasCode(rpc, account),
  ]);
  // A contract wallet may have its fees paid by another account.
  const lack = isContract ? 0n : lackOf(held, gas * (baseFee + tip));
  if (lack === 0n || !local || !sendersOf(row).includes(account)) return lack;
  await rpc.request({ method: "anvil_setBalance", params: [account, ONE_COIN] });
  return 0n;
}

/**
 * Mints what one of the merchant's wallets lacks for a refund on the local chain.
 * @throws Refusal `not_found`: no such refund, another wallet, or its chain is not the local one
 */
export async function mintMissing(
  ctx: Context<MerchantActor>,
  { id, account }: SenderQuery,
): Promise<null> {
  const row = await findRefund(ctx.db, ctx.actor, id);
  const { missing } = await checkRefundSender(ctx, { id, account });
  const [key] = ctx.config.FAUCET_PRIVATE_KEY;
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  if (!chain.local || !key || !sendersOf(row).includes(account)) throw notFound("faucet");
  const amount = BigInt(missing);
  if (amount > 0n) {
    await mintLocalTokens(chain, key, { token: row.tokenAddress, to: account, amount });
  }
  return null;
}

/**
 * Answers a test wallet as its node, for a refund on the local chain.
 * @throws Refusal `not_found`: no such refund, or its chain is not the local one
 * @throws RpcError, RpcUnavailable
 */
export async function askLocalChain(
  ctx: Context<MerchantActor>,
  { id, method, params }: LocalCallInput,
): Promise<unknown> {
  const row = await findRefund(ctx.db, ctx.actor, id);
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  if (!chain.local) throw notFound("chain");
  const rpc: Rpc = chain.rpc;
  return rpc.request({ method, params });
}
