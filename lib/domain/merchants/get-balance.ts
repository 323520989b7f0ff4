import { asRows } from "@/db/as-rows";
import type { Db } from "@/db/client";
import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { balanceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantBalance } from "@/lib/contract/merchants/merchant-account";
import type { Currency } from "@/lib/core/amounts/money";
import { digits } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { payoutAddress } from "./payout-address";
import { readStanding } from "./request-registration";

type Balance = OutputOf<typeof getMerchantBalance>;

interface KnownBalance {
  readonly currency: Currency;
  readonly amount: bigint;
  readonly blockNumber: bigint;
  readonly readAt: Date;
}

/** What the payout address of the request's mode holds: by the chain, or what was last known of it. */
export async function getBalance(
  ctx: Pick<Context, "db" | "chains"> & { readonly actor: Owner },
): Promise<Balance> {
  const { db, chains, actor } = ctx;
  const { deploymentId } = await readStanding(ctx, db, actor);
  const deployment = deploymentById(chains, deploymentId);
  const holder = await findHolder(ctx);
  const tokens = Object.entries(deployment.tokens) as [Currency, { address: Address }][];
  const live = holder && (await readLive(ctx, deployment, holder));
  const known = live || !holder ? live : await readKnown(db, actor, deployment, holder);
  const amounts = new Map(known?.map(({ currency, amount }) => [currency, amount]));
  const [first] = known ?? [];
  return {
    object: "balance",
    mode: actor.mode,
    chainId: deployment.chainId,
    address: holder,
    balances: tokens.map(([currency, { address: tokenAddress }]) => {
      return { currency, tokenAddress, amount: amounts.get(currency) ?? null };
    }),
    blockNumber: first ? digits(first.blockNumber) : null,
    asOf: first?.readAt ?? null,
    stale: holder !== null && !live,
  };
}

/** Where payments go: what the registry says, or, before it is registered, what the owner has said. */
async function findHolder({
  db,
  chains,
  actor: { merchantId, mode },
}: Parameters<typeof getBalance>[0]): Promise<Address | null> {
  const [row] = await db<{ address: Address | null }[]>`
    select ${payoutAddress(db, chains, mode)} as address from merchants m where m.id = ${merchantId}`;
  return row?.address ?? null;
}

/** Read within the time that a request has, and kept; null where no node answers. */
async function readLive(
  { db, actor }: Pick<Context, "db"> & { readonly actor: Owner },
  deployment: Deployment,
  holder: Address,
): Promise<KnownBalance[] | null> {
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  try {
    const block = await latestBlock(deployment.chain, rpc);
    const readAt = new Date();
    const tokens = Object.entries(deployment.tokens) as [Currency, { address: Address }][];
    const known = await Promise.all(
      tokens.map(async ([currency, { address }]): Promise<KnownBalance> => {
        const amount = await balanceOf(rpc, address, holder, block.number);
        return { currency, amount, blockNumber: block.number, readAt };
      }),
    );
    await keep(db, actor, deployment, { holder, known });
    return known;
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

async function keep(
  db: Db,
  { merchantId, mode }: Owner,
  { chainId }: Deployment,
  { holder, known }: { holder: Address; known: readonly KnownBalance[] },
): Promise<void> {
  const rows = known.map(({ currency, amount, blockNumber, readAt }) => {
    return { currency, amount, number: blockNumber, at: readAt };
  });
  await db`
    insert into merchant_balances (merchant_id, mode, chain_id, currency, address, amount,
      block_number, read_at)
    select ${merchantId}, ${mode}, ${chainId}, k.currency, ${holder}, k.amount, k.number, k.at
    from json_to_recordset(${asRows(rows)}::text::json)
      as k(currency text, amount numeric, number bigint, at timestamptz)
    on conflict (merchant_id, mode, chain_id, currency) do update set address = excluded.address,
      amount = excluded.amount, block_number = excluded.block_number, read_at = excluded.read_at
    where merchant_balances.block_number < excluded.block_number
      and (merchant_balances.amount, merchant_balances.address)
        is distinct from (excluded.amount, excluded.address)
      or merchant_balances.read_at < excluded.read_at - interval '1 minute'`;
}

async function readKnown(
  db: Db,
  { merchantId, mode }: Owner,
  { chainId }: Deployment,
  holder: Address,
): Promise<KnownBalance[]> {
  return db<KnownBalance[]>`
    select currency, amount, block_number, read_at from merchant_balances
    where merchant_id = ${merchantId} and mode = ${mode} and chain_id = ${chainId}
      and address = ${holder}`;
}
