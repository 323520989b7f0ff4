import type { Chains, Deployment } from "@/lib/adapters/chain/chains";
import { isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Currency } from "@/lib/core/amounts/money";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import type { Address } from "@/lib/core/chain/hex";

/** A contract of the core that a token's issuer has blocked: nothing settles through it in that token. */
export interface BlockedContract {
  readonly chainId: number;
  readonly kind: ContractKind;
  readonly contract: Address;
  readonly currency: Currency;
}

interface Place extends BlockedContract {
  readonly rpc: Rpc;
  readonly token: Address;
}

/**
 * Asks each token whether it has blocked a contract that moves it. Deployments that share a core are asked about once.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readBlockedContracts({ deployments }: Chains): Promise<BlockedContract[]> {
  const places = new Map(
    deployments
      .flatMap(placesOf)
      .map((place) => [`${place.chainId} ${place.contract} ${place.token}`, place]),
  );
  const found = await Promise.all(
    [...places.values()].map(async (place) => ((await isBlocked(place)) ? [place] : [])),
  );
  return found.flat().map(({ rpc: _, token: __, ...blocked }) => blocked);
}

/** The registry moves no token, and neither does the code of the treasuries, which are contracts of their own. */
const tokenless: ReadonlySet<ContractKind> = new Set(["registry", "agentTreasury"]);

function placesOf({ chain, chainId, contracts, tokens }: Deployment): Place[] {
  return contractKinds.flatMap((kind) => {
    const contract = contracts[kind]?.address;
    if (!contract || tokenless.has(kind)) return [];
    return Object.values(tokens).map(({ address: token, currency }) => {
      return { rpc: chain.rpc, chainId, kind, contract, token, currency };
    });
  });
}

/** A token that cannot block reverts. */
async function isBlocked({ rpc, token, contract }: Place): Promise<boolean> {
  return isBlacklisted(rpc, token, contract).catch((error) => {
    if (error instanceof RpcError) return false;
    throw error;
  });
}
