import type { Db } from "@/db/client";
import { relayersOf, signerOf } from "@/lib/adapters/chain/calls/relayer";
import { readIsKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

/** An account that may charge subscriptions, or should. */
export interface Keeper {
  readonly account: Address;
  /** Whether it may, at the newest block. */
  readonly isAllowed: boolean;
  /** Whether it is one of the relay's wallets, which charge subscriptions; not one that is retired. */
  readonly isRelayer: boolean;
  /** Whether it is a wallet in service by the database alone: its key is set for another process, or was removed. */
  readonly isUnkeyed: boolean;
}

/**
 * Lists the relay's wallets, and every other account that the contract's events or an operator's call named: whether
 * each may charge subscriptions. The contract keeps no list.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function listKeepers(
  { db, config }: Pick<Context, "db" | "config">,
  deployment: Deployment,
): Promise<Keeper[]> {
  const accounts = await namedKeepers({ db, config }, deployment);
  return Promise.all(
    accounts.map(async (named) => ({
      ...named,
      isAllowed: await readIsKeeper(deployment.chain.rpc, deployment, named.account),
    })),
  );
}

/** The same accounts, without asking the chain. */
export async function namedKeepers(
  { db, config }: Pick<Context, "db" | "config">,
  deployment: Deployment,
): Promise<Omit<Keeper, "isAllowed">[]> {
  const relayers = relayersOf(config).map(({ address }) => address);
  const accounts = [...new Set([...relayers, ...(await accountsOfCalls(db, deployment))])];
  const retired = await db<{ address: Address }[]>`
    select address from relay_wallets
    where chain_id = ${deployment.chainId} and retired_at is not null`;
  const serving = new Set(relayers);
  for (const { address } of retired) serving.delete(address);
  const inService = new Set(await walletsInService(db, deployment));
  return accounts.map((account) => ({
    account,
    isRelayer: serving.has(account),
    isUnkeyed: inService.has(account) && signerOf(config, account) === undefined,
  }));
}

/** Wallets of the relay that were not retired. Those of operators, now or before, are none: another may have their keys. */
async function walletsInService(db: Db, { chainId }: Deployment): Promise<Address[]> {
  const rows = await db<{ address: Address }[]>`
    select address from relay_wallets
    where chain_id = ${chainId} and retired_at is null and address not in (
      select account from platform_changes where event = 'OperatorTransferred'
      union all
      select wallet from operator_calls where wallet is not null and kind <> 'sweep_wallet'
    )`;
  return rows.map(({ address }) => address);
}

async function accountsOfCalls(db: Db, { id }: Deployment): Promise<Address[]> {
  const rows = await db<{ keeper: Address | null }[]>`
    select keeper from operator_calls
    where kind = 'set_keeper' and deployment_id = ${id} and keeper is not null
    union
    select account from platform_changes where deployment_id = ${id} and event = 'KeeperSet'`;
  return rows.flatMap(({ keeper }) => keeper ?? []);
}
