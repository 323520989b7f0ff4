import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";

/**
 * Maps in order, with at most `size` calls under way, as far as the node answers: what came before a call
 * that failed is kept, so that a node that fails now and then does not hold up a long way back.
 * @throws what the very first call threw, and whatever is not trouble with the node
 */
export async function mapWhileAnswered<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) {
    for (const one of await Promise.allSettled(items.slice(at, at + size).map(work))) {
      if (one.status === "fulfilled") results.push(one.value);
      else if (results.length > 0 && isChainTrouble(one.reason)) return results;
      else throw one.reason;
    }
  }
  return results;
}
