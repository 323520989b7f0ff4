import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import type { Shard } from "./shard";

/** What the triggers of `relay_submissions` call the places where open submissions wait. */
export const heldQueue = (chainId: number) => `${chainId}:held`;

/** What names a payer's open submissions on a chain. */
export const accountOf = (chainId: number, payer: Address) => `${chainId}:${payer}`;

/** The two reasons to ask what became of an authorization. */
export const doubtsOf = (chainId: number) => [`${chainId}:slot`, `${chainId}:nonce`];

/**
 * Common table expressions, to follow `with recursive`: `queues` has the queues that a wallet may take from: its own,
 * the unassigned one, and those of wallets that are not configured any more. The walk jumps from one queue to the next
 * in the index.
 */
export function waitingQueues(db: Db, { chainId, wallet, wallets, coded }: Shard) {
  const kinds = coded === null ? ["plain", "coded"] : [coded ? "coded" : "plain"];
  const others = kinds.flatMap((kind) =>
    wallets.filter((other) => other !== wallet).map((other) => `${chainId}:${kind}:${other}`),
  );
  return db`
    present as (
      select k.past, (
        select o.queue from relay_open_submissions o
        where o.queue >= k.first order by o.queue limit 1
      ) as queue
      from unnest(${kinds.map((kind) => `${chainId}:${kind}:`)}::text[],
        ${kinds.map((kind) => `${chainId}:${kind};`)}::text[]) as k(first, past)
      union all
      select p.past, (
        select o.queue from relay_open_submissions o
        where o.queue > p.queue order by o.queue limit 1
      )
      from present p where p.queue < p.past
    ), queues as (
      select queue from present where queue < past and queue <> all (${others}::text[])
    )`;
}

/** The queues that a wallet's own submissions wait in. */
export function ownQueues({ chainId, wallet }: Pick<Shard, "chainId" | "wallet">): string[] {
  return ["plain", "coded"].map((kind) => `${chainId}:${kind}:${wallet}`);
}
