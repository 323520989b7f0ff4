import { deploymentsOf } from "@/lib/adapters/chain/chains";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** A node of the mode's chain that wallets reach as well, for commands that are shown. */
export function publicNodeOf({ chains }: Pick<Context, "chains">, mode: Mode): string {
  const [deployment] = deploymentsOf(chains, mode);
  return deployment?.chain.publicRpcUrls[0] ?? "https://node.example";
}
