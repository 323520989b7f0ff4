import { type Address, type Hex, keccak256, numberToHex, toHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import type { Anvil } from "@/scripts/run/services/anvil";
import { signTermsOnce, signTermsTwice } from "@/sdk/src/payer/sign-terms";
import { plainTransferMessage } from "./plain-transfer";

/** Gross amount of each payment, smallest unit. */
export const AMOUNT = 25_000_000n;
export const MERCHANT_ID = 1n;
/** Unix seconds, in another age. */
export const VALID_BEFORE = 2n ** 32n - 1n;
const BALANCE = 2n * AMOUNT;
const FEE_BPS = 100;
const WHOLE_ETHER = 10n ** 18n;

/** Contracts with one merchant, and an account that relays. */
export interface Stage {
  deployer: Deployer;
  chainId: number;
  token: Address;
  registry: Address;
  processor: Address;
  subscriptions: Address;
  payout: Address;
}

/** What a payer hands to a relay. */
export interface SignedMessages {
  payer: PrivateKeyAccount;
  nonce: Hex;
  ref: Hex;
  auth: Hex;
  intent: Hex;
}

/** What a payer hands to a relay who signs once. */
export interface SignedTerms {
  payer: PrivateKeyAccount;
  ref: Hex;
  salt: bigint;
  auth: Hex;
}

/** Deploys the contracts, and tokens of their own, to a chain that mines at once. */
export async function prepareStage({ rpcUrl, request }: Anvil): Promise<Stage> {
  const deployerKey = generatePrivateKey();
  const deployer = connectDeployer({ rpcUrl, deployerKey });
  const payout = privateKeyToAccount(generatePrivateKey()).address;
  const operator = deployer.address;
  await request("anvil_setBalance", [operator, numberToHex(1_000n * WHOLE_ETHER)]);
  const { usdc } = await deployLocalTokens({ rpcUrl, deployerKey });
  const admin = privateKeyToAccount(generatePrivateKey()).address;
  const deployment = await deployContracts({
    rpcUrl,
    deployerKey,
    mode: "test",
    usdc,
    eurc: null,
    operator,
    treasury: privateKeyToAccount(generatePrivateKey()).address,
    admin,
  });
  const registry = { chain: null, address: addressOf(deployment, "registry") } as const;
  const merchant = [operator, payout, FEE_BPS, keccak256("0x")] as const;
  const registration = await deployer.client.writeContract({
    ...registry,
    abi: merchantRegistryAbi,
    functionName: "register",
    args: [keccak256("0x01"), ...merchant],
  });
  await deployer.settle(registration);
  return {
    deployer,
    chainId: deployment.chainId,
    token: usdc,
    registry: registry.address,
    processor: addressOf(deployment, "processor"),
    subscriptions: addressOf(deployment, "subscriptions"),
    payout,
  };
}

const tokenOf = ({ chainId, token }: Stage) => {
  return { name: "USD Coin", version: "2", chainId, address: token };
};

/** What each payer agrees to. */
const termsOf = ({ chainId, registry, processor, token }: Stage, payer: Address, ref: Hex) => ({
  ...{ chainId, registry, processor, payer, token, ref },
  merchantId: MERCHANT_ID,
  amount: AMOUNT,
  validBefore: VALID_BEFORE,
});

/** Funds a new payer, who signs a payment twice. */
export async function signPayment(stage: Stage): Promise<SignedMessages> {
  const payer = await fundPayer(stage);
  const nonce = generatePrivateKey();
  const ref = keccak256(toHex(nonce));
  const terms = { ...termsOf(stage, payer.address, ref), nonce };
  const signed = await signTermsTwice(payer, tokenOf(stage), terms);
  return { payer, nonce, ref, auth: signed.authSignature, intent: signed.intentSignature };
}

/** Funds a new payer, who signs a payment once. */
export async function signTerms(stage: Stage): Promise<SignedTerms> {
  const payer = await fundPayer(stage);
  const ref = keccak256(payer.address);
  const salt = BigInt(ref) & (2n ** 96n - 1n);
  const terms = { ...termsOf(stage, payer.address, ref), salt };
  const { authSignature } = await signTermsOnce(payer, tokenOf(stage), terms);
  return { payer, ref, salt, auth: authSignature };
}

/** Signs an EIP-3009 transfer of `AMOUNT`, which is bound to nothing. */
export function signTransfer(
  stage: Stage,
  payer: PrivateKeyAccount,
  to: Address,
  nonce: Hex,
): Promise<Hex> {
  const transfer = { payer: payer.address, to, amount: AMOUNT, validBefore: VALID_BEFORE, nonce };
  return payer.signTypedData(plainTransferMessage(tokenOf(stage), transfer));
}

/** A new account that holds twice the amount of a payment. */
export async function fundPayer(stage: Stage): Promise<PrivateKeyAccount> {
  const payer = privateKeyToAccount(generatePrivateKey());
  await mintTo(stage, payer.address);
  return payer;
}

/** Gives an account twice the amount of a payment. */
export async function mintTo({ deployer, token }: Stage, account: Address): Promise<void> {
  const mint = await deployer.client.writeContract({
    chain: null,
    abi: localFiatTokenAbi,
    address: token,
    functionName: "mint",
    args: [account, BALANCE],
  });
  await deployer.settle(mint);
}
