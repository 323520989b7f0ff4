import { encodeDeployData, encodeFunctionData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { splitSignature } from "@/lib/adapters/chain/calls/signatures";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, PlatformActor, PublicActor } from "@/lib/domain/platform/context";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import { cancelAuthorizationMessage } from "@/sdk/src/payer/payment-messages";
import { typedDataJson } from "@/sdk/src/payer/sign-typed-data";
import type { ChainAccount } from "./chain";
import type { World } from "./world";

const ip = "192.0.2.7";

/** Who looks at a hosted page. */
export function visitor(world: World): Context<PublicActor> {
  return { ...world.systemContext(), ip, actor: { kind: "public", ip } };
}

/** Opens the platform's context, as the hosted pages do. */
export function platformOf(world: World) {
  return async (mode: Mode): Promise<Context<PlatformActor>> => ({
    ...world.platformContext(mode),
    chains: world.chains,
    ip,
  });
}

/** A payer at the page of a session. */
export const payerAt = (session: SessionView, { address }: { address: Address }) => ({
  sessionId: session.id,
  payer: lowerHex(address),
});

/** Signs what the server worded, as a wallet does: from the JSON. */
export function signMessage({ privateKey }: ChainAccount, data: TypedData): Promise<Hex> {
  return privateKeyToAccount(privateKey).signTypedData(JSON.parse(typedDataJson(data)));
}

/** The refusal that work ends with. @throws whatever else it ends with */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await work.then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error;
  return error;
}

/** The word for a refusal. */
export async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const { code, info } = await refusalOf(work);
  return info.details?.reason ?? code;
}

/** Cancels an authorization of USDC (EIP-3009), in a block. */
export async function cancelAuthorization(
  world: World,
  canceller: ChainAccount,
  nonce: Bytes32,
): Promise<void> {
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const signature = await privateKeyToAccount(canceller.privateKey).signTypedData(
    cancelAuthorizationMessage(token, { payer: canceller.address, nonce }),
  );
  const { v, r, s } = splitSignature(signature);
  const data = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "cancelAuthorization",
    args: [canceller.address, nonce, v, r, s],
  });
  await world.send(world.chain.deployer, { to: token.address, data });
}

/** A smart-contract wallet with tokens, whose owner signs for it (ERC-1271). */
export async function deployWallet(world: World, owner: ChainAccount): Promise<Address> {
  const deployer = connectDeployer({
    rpcUrl: world.chain.rpcUrl,
    deployerKey: world.chain.deployer.privateKey,
    onPending: () => world.chain.mine(),
  });
  const { bytecode } = readArtifact("local-smart-wallet");
  const args = [owner.address] as const;
  const data = encodeDeployData({ abi: localSmartWalletAbi, bytecode, args });
  const { address } = await deployer.create(data);
  await world.mint(address, 100_000_000n);
  return lowerHex(address);
}
