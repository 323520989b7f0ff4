import { randomBytes } from "node:crypto";
import handlerArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json" with {
  type: "json",
};
import multiSendArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSend.sol/MultiSend.json" with {
  type: "json",
};
import factoryArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json" with {
  type: "json",
};
import safeArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json" with {
  type: "json",
};
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { authorizationDigest, intentIdOf } from "@/lib/adapters/chain/calls/payments";
import { permitDigest, subscriptionIdOf } from "@/lib/adapters/chain/calls/subscription-terms";
import { type WalletCreation, wrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { addressOf, tokenAt } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { localWalletFactory } from "@/lib/adapters/chain/wallet-factories";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { RelayPaymentInput } from "@/lib/domain/payments/intake/payment-request";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { RelaySubscriptionInput } from "@/lib/domain/subscriptions/enrolments/enrolment-request";
import type { ChainAccount } from "./chain";
import { type EnrolmentChange, signEnrolment } from "./enrolments";
import { signOnce, type TermsChange } from "./one-signature";
import { newPayer, signRequest } from "./relay";
import type { PlanRow } from "./subscription-rows";
import type { World } from "./world";

/** A smart wallet that has tokens and no code yet. */
export interface UndeployedWallet {
  /** The wallet's address, and the key of its owner. */
  readonly account: ChainAccount;
  readonly payer: Address;
  readonly creation: WalletCreation;
  /** The wallet's own signature of a digest, not wrapped. */
  sign(digest: Bytes32): Promise<Hex>;
}

const factoryAbi = parseAbi([
  "function createAccount(address signer, uint256 salt) returns (address)",
  "function getAddress(address signer, uint256 salt) view returns (address)",
]);

/**
 * A wallet of the local chain's own factory.
 * @param given.factory another one of the same code
 */
export async function newLocalWallet(
  world: World,
  given: { usdc?: bigint; factory?: Address } = {},
): Promise<UndeployedWallet> {
  const { usdc = 1_000_000_000n, factory = localWalletFactory } = given;
  const owner = await newPayer(world, 0n);
  const args = [owner.address, BigInt(`0x${randomBytes(8).toString("hex")}`)] as const;
  const call = { address: factory, abi: factoryAbi } as const;
  const { rpc } = world.deployment().chain;
  const payer = lowerHex(await readContract(rpc, { ...call, functionName: "getAddress", args }));
  const data = encodeFunctionData({ abi: factoryAbi, functionName: "createAccount", args });
  await world.mint(payer, usdc);
  return {
    account: { address: payer, privateKey: owner.privateKey },
    payer,
    creation: { factory, data },
    sign: (hash) => sign({ hash, privateKey: owner.privateKey, to: "hex" }),
  };
}

/** Puts the local factory's code at a further address. */
export async function copyFactory({ chain }: World, to: Address): Promise<void> {
  const code = await chain.request("eth_getCode", [localWalletFactory, "latest"]);
  await chain.request("anvil_setCode", [to, code]);
}

/** Safe's factory at its address on public chains, and what it makes proxies of. */
const safe = {
  factory: "0x14f2982d601c9458f93bd70b218933a6f8165e7b",
  singleton: "0xff51a5898e281db6dfc7855790607438df2ca44b",
  handler: "0x3efcbb83a4a7afcb4f68d501e2c2203a38be77f4",
  multiSend: "0x218543288004cd07832472d464648173c77d7eb7",
} as const;
const safeCode = {
  factory: factoryArtifact.deployedBytecode,
  singleton: safeArtifact.deployedBytecode,
  handler: handlerArtifact.deployedBytecode,
  multiSend: multiSendArtifact.deployedBytecode,
} as const;

/** A local chain on which Safes are created. */
export interface SafePlace {
  readonly chain: { request(method: string, params: unknown[]): Promise<unknown> };
  deployment(): { readonly chain: { readonly rpc: Rpc; readonly id: number } };
  /** In the smallest unit of USDC. */
  mint(to: Address, amount: bigint): Promise<unknown>;
}

/** Puts Safe's contracts on a local chain. */
export async function installSafe({ chain }: Pick<SafePlace, "chain">): Promise<void> {
  for (const name of Object.keys(safe) as (keyof typeof safe)[]) {
    await chain.request("anvil_setCode", [safe[name], safeCode[name]]);
  }
}

const safeAbi = parseAbi([
  "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
  "function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
  "function multiSend(bytes transactions) payable",
]);

function newKey(): ChainAccount {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  return { privateKey, address: lowerHex(privateKeyToAccount(privateKey).address) };
}

const noAccount: Address = `0x${"0".repeat(40)}`;

/**
 * A Safe of one owner.
 * @param given.calls what the Safe does while it is created, packed for `multiSend`
 */
export async function newSafe(
  place: SafePlace,
  given: { owner?: ChainAccount; usdc?: bigint; calls?: Hex } = {},
): Promise<UndeployedWallet> {
  const owner = given.owner ?? newKey();
  const setUp =
    given.calls === undefined
      ? ([noAccount, "0x"] as const)
      : ([
          safe.multiSend,
          encodeFunctionData({ abi: safeAbi, functionName: "multiSend", args: [given.calls] }),
        ] as const);
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: "setup",
    args: [[owner.address], 1n, ...setUp, safe.handler, noAccount, 0n, noAccount],
  });
  const args = [safe.singleton, initializer, 7n] as const;
  const call = {
    address: safe.factory,
    abi: safeAbi,
    functionName: "createProxyWithNonce",
  } as const;
  const { rpc, id: chainId } = place.deployment().chain;
  const payer = lowerHex(await readContract(rpc, { ...call, args }));
  await place.mint(payer, given.usdc ?? 1_000_000_000n);
  return {
    account: { address: payer, privateKey: owner.privateKey },
    payer,
    creation: { factory: safe.factory, data: encodeFunctionData({ ...call, args }) },
    sign: (digest) =>
      privateKeyToAccount(owner.privateKey).signTypedData({
        domain: { chainId, verifyingContract: payer },
        types: { SafeMessage: [{ name: "message", type: "bytes" }] },
        primaryType: "SafeMessage",
        message: { message: encodeAbiParameters([{ type: "bytes32" }], [digest]) },
      }),
  };
}

/** The wallet's signature, wrapped as ERC-6492 says. */
export async function signWrapped(wallet: UndeployedWallet, digest: Bytes32): Promise<Hex> {
  const { creation } = wallet;
  return wrapSignature({ signature: await wallet.sign(digest), creation });
}

/** A relay request with one signature of a wallet without code. */
export async function payUndeployed(
  world: World,
  wallet: UndeployedWallet,
  session: SessionView | null,
  change: TermsChange = {},
): Promise<RelayPaymentInput> {
  const input = await signOnce(world, wallet.account, session, change);
  return { ...input, authSignature: await signWrapped(wallet, digestOf(world, input)) };
}

/** A relay request with two signatures of a wallet without code. */
export async function payUndeployedTwice(
  world: World,
  wallet: UndeployedWallet,
): Promise<RelayPaymentInput> {
  const input = await signRequest(world, wallet.account, null);
  const { merchantId, token, ref, auth } = input;
  const { from: payer, ...terms } = auth;
  const intent = intentIdOf(world.deployment(), { ...terms, payer, merchantId, token, ref });
  return {
    ...input,
    authSignature: await signWrapped(wallet, digestOf(world, input)),
    intentSignature: await signWrapped(wallet, intent),
  };
}

function digestOf(world: World, input: RelayPaymentInput): Bytes32 {
  const deployment = world.deployment();
  const { merchantId, ref, auth } = input;
  const token = tokenAt(deployment, input.token);
  if (!token) throw new Error("the deployment settles in the token");
  const terms = { ...auth, payer: auth.from, merchantId, ref, token: token.address };
  return authorizationDigest(deployment, token, terms);
}

/** An enrolment's request of a wallet without code. */
export async function enrolUndeployed(
  world: World,
  wallet: UndeployedWallet,
  plan: PlanRow,
  change: EnrolmentChange = {},
): Promise<RelaySubscriptionInput> {
  const deployment = world.deployment();
  const input = await signEnrolment(world, wallet.account, plan, change);
  const token = tokenAt(deployment, input.token);
  if (!token) throw new Error("the deployment charges in the token");
  const { owner: payer, value: permitValue, deadline: permitDeadline } = input.permitData;
  const { merchantId, amount, startAt, endAt } = input;
  const terms = {
    ...{ payer, registry: addressOf(deployment, "registry"), merchantId, token: token.address },
    ...{ amount, interval: BigInt(input.interval), startAt, endAt, permitValue, permitDeadline },
    ...{ permitNonce: change.permitNonce ?? 0n, ref: plan.ref },
  };
  return {
    ...input,
    permitSignature: await signWrapped(wallet, permitDigest(deployment, token, terms)),
    intentSignature: await signWrapped(wallet, subscriptionIdOf(deployment, terms)),
  };
}

/** Lets a further factory create wallets on the world's chain. */
export function allowFactory(world: World, factory: Address): void {
  const { chain } = world.deployment();
  Object.assign(chain, { walletFactories: [...chain.walletFactories, factory] });
}
