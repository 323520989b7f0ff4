import type { Shard } from "@/lib/domain/wallets/queue/shard";

/** What the trigger of `relay_submissions` calls the places where open enrolments wait. */
const heldEnrolments = (chainId: number) => `${chainId}:enrol-held`;

/** The reason to ask what became of an enrolment: it is open. */
export const enrolmentDoubt = (chainId: number) => `${chainId}:enrolled`;

/** The queues that a wallet takes enrolments from, held ones among them: payers with code have wallets of their own. */
export function enrolmentQueues({ chainId, coded }: Pick<Shard, "chainId" | "coded">): string[] {
  const kinds = coded === null ? ["plain", "coded"] : [coded ? "coded" : "plain"];
  return [heldEnrolments(chainId), ...kinds.map((kind) => `${chainId}:enrol-${kind}`)];
}
