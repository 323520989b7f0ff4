import {
  type Address,
  type Hex,
  hashTypedData,
  keccak256,
  numberToHex,
  parseSignature,
  toHex,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import type { Anvil } from "@/scripts/run/services/anvil";

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
  processor: Address;
  payout: Address;
}

/** What a payer hands to a relay. */
export interface Signed {
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

const authorizationFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const termsFields = [
  { name: "payer", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
] as const;

const types = {
  TransferWithAuthorization: authorizationFields,
  ReceiveWithAuthorization: authorizationFields,
  PaymentIntent: [...termsFields, { name: "nonce", type: "bytes32" }],
  PaymentTerms: [...termsFields, { name: "salt", type: "uint96" }],
} as const;

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
    treasury: operator,
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
    processor: addressOf(deployment, "processor"),
    payout,
  };
}

const domainOf = ({ chainId, processor }: Stage) => {
  return { name: "Stipend Payments", version: "1", chainId, verifyingContract: processor } as const;
};

/** Funds a new payer, who signs a payment twice. */
export async function signPayment(stage: Stage): Promise<Signed> {
  const { processor, token } = stage;
  const payer = await fundPayer(stage);
  const nonce = generatePrivateKey();
  const ref = keccak256(toHex(nonce));
  const auth = await signAuthorization(stage, payer, "ReceiveWithAuthorization", processor, nonce);
  const intent = await payer.signTypedData({
    domain: domainOf(stage),
    types,
    primaryType: "PaymentIntent",
    message: { payer: payer.address, merchantId: MERCHANT_ID, token, amount: AMOUNT, ref, nonce },
  });
  return { payer, nonce, ref, auth, intent };
}

/** Funds a new payer, who signs a payment once. */
export async function signTerms(stage: Stage): Promise<SignedTerms> {
  const { processor, token } = stage;
  const payer = await fundPayer(stage);
  const ref = keccak256(payer.address);
  const salt = BigInt(ref) & (2n ** 96n - 1n);
  const nonce = hashTypedData({
    domain: domainOf(stage),
    types,
    primaryType: "PaymentTerms",
    message: { payer: payer.address, merchantId: MERCHANT_ID, token, amount: AMOUNT, ref, salt },
  });
  const auth = await signAuthorization(stage, payer, "ReceiveWithAuthorization", processor, nonce);
  return { payer, ref, salt, auth };
}

/** Signs an EIP-3009 authorization of `AMOUNT`. */
export function signAuthorization(
  { chainId, token }: Stage,
  payer: PrivateKeyAccount,
  primaryType: "TransferWithAuthorization" | "ReceiveWithAuthorization",
  to: Address,
  nonce: Hex,
): Promise<Hex> {
  return payer.signTypedData({
    domain: { name: "USD Coin", version: "2", chainId, verifyingContract: token },
    types,
    primaryType,
    message: {
      from: payer.address,
      to,
      value: AMOUNT,
      validAfter: 0n,
      validBefore: VALID_BEFORE,
      nonce,
    },
  });
}

/** A new account that holds twice the amount of a payment. */
export async function fundPayer({ deployer, token }: Stage): Promise<PrivateKeyAccount> {
  const payer = privateKeyToAccount(generatePrivateKey());
  const mint = await deployer.client.writeContract({
    chain: null,
    abi: localFiatTokenAbi,
    address: token,
    functionName: "mint",
    args: [payer.address, BALANCE],
  });
  await deployer.settle(mint);
  return payer;
}

/** Splits a signature. */
export function split(signature: Hex): { v: number; r: Hex; s: Hex } {
  const { r, s, yParity } = parseSignature(signature);
  return { v: yParity + 27, r, s };
}

/** The compact form of EIP-2098. */
export function compact(signature: Hex): { r: Hex; vs: Hex } {
  const { r, s, yParity } = parseSignature(signature);
  return { r, vs: numberToHex((BigInt(yParity) << 255n) | BigInt(s), { size: 32 }) };
}
