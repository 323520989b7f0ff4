import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, type Hex, keccak256, numberToHex, parseSignature, toHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { deployContracts } from "@/scripts/contracts/deploy";
import { deployLocalTokens } from "@/scripts/contracts/deploy-local-tokens";
import { connectDeployer, type Deployer } from "@/scripts/contracts/deployer";
import { type Anvil, startAnvil } from "@/scripts/services/anvil";

const BATCH_SIZES = [1, 10, 50];
const AIM_PERCENT = 70;
const AMOUNT = 25_000_000n;
const BALANCE = 2n * AMOUNT;
const FEE_BPS = 100;
const MERCHANT_ID = 1n;
const VALID_BEFORE = 2n ** 40n;
const WHOLE_ETHER = 10n ** 18n;

interface Stage {
  deployer: Deployer;
  chainId: number;
  token: Address;
  processor: Address;
  payout: Address;
}

interface Signed {
  payer: PrivateKeyAccount;
  nonce: Hex;
  ref: Hex;
  auth: Hex;
  intent: Hex;
}

const authorizationFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const types = {
  TransferWithAuthorization: authorizationFields,
  ReceiveWithAuthorization: authorizationFields,
  PaymentIntent: [
    { name: "payer", type: "address" },
    { name: "merchantId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "ref", type: "bytes32" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

const folder = mkdtempSync(join(tmpdir(), "stipend-gas-"));
const anvil = await startAnvil({ port: 0, folder });
try {
  await anvil.request("evm_setAutomine", [true]);
  const stage = await prepare(anvil);
  await settlePay(stage); // Payout and processor hold tokens from here on, as they do in practice.
  const plain = await transferPlain(stage);
  console.log(
    "gas per payment (USDC behind a proxy, 1 % fee, payers keep a balance, payout exists)\n",
  );
  print("transferWithAuthorization", plain, plain);
  print("pay", await settlePay(stage), plain);
  let last = plain;
  for (const size of BATCH_SIZES) {
    last = (await settleBatch(stage, size)) / size;
    print(`settleBatch of ${size}`, last, plain);
  }
  const percent = (100 * last) / plain;
  console.log(
    `\nratio ${percent.toFixed(1)} % of a plain transfer (aim: at most ${AIM_PERCENT} %)`,
  );
  if (percent > AIM_PERCENT) process.exitCode = 1;
} finally {
  anvil.child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function prepare({ rpcUrl, request }: Anvil): Promise<Stage> {
  const deployerKey = generatePrivateKey();
  const deployer = connectDeployer({ rpcUrl, deployerKey });
  const payout = privateKeyToAccount(generatePrivateKey()).address;
  const operator = deployer.address;
  await request("anvil_setBalance", [operator, numberToHex(1_000n * WHOLE_ETHER)]);
  const { usdc } = await deployLocalTokens({ rpcUrl, deployerKey });
  const deployment = await deployContracts({
    rpcUrl,
    deployerKey,
    mode: "test",
    usdc,
    eurc: null,
    operator,
    treasury: operator,
  });
  const registration = await deployer.client.writeContract({
    chain: null,
    abi: merchantRegistryAbi,
    address: deployment.registry,
    functionName: "register",
    args: [operator, payout, FEE_BPS, keccak256("0x")],
  });
  await deployer.settle(registration);
  return {
    deployer,
    chainId: deployment.chainId,
    token: usdc,
    processor: deployment.processor,
    payout,
  };
}

/** Gas of one plain EIP-3009 transfer to an account that already holds the token. */
async function transferPlain(stage: Stage): Promise<number> {
  const { deployer, token, payout } = stage;
  const payer = await fundedPayer(stage);
  const nonce = generatePrivateKey();
  const signature = await signAuthorization(
    stage,
    payer,
    "TransferWithAuthorization",
    payout,
    nonce,
  );
  const { v, r, s } = split(signature);
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: fiatTokenAbi,
    address: token,
    functionName: "transferWithAuthorization",
    args: [payer.address, payout, AMOUNT, 0n, VALID_BEFORE, nonce, v, r, s],
  });
  return gasUsed(stage, hash);
}

/** Gas of one payment through `pay`. */
async function settlePay(stage: Stage): Promise<number> {
  const { deployer, token, processor } = stage;
  const { payer, nonce, ref, auth, intent } = await sign(stage);
  const payment = {
    merchantId: MERCHANT_ID,
    token,
    from: payer.address,
    amount: AMOUNT,
    validAfter: 0n,
    validBefore: VALID_BEFORE,
    nonce,
    ref,
  };
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "pay",
    args: [payment, split(auth), split(intent)],
  });
  return gasUsed(stage, hash);
}

/** Gas of one batch of `size` payments to one merchant, from as many payers. */
async function settleBatch(stage: Stage, size: number): Promise<number> {
  const { deployer, token, processor } = stage;
  const items = [];
  for (let index = 0; index < size; index += 1) {
    const { payer, nonce, ref, auth, intent } = await sign(stage);
    items.push({
      from: payer.address,
      amount: AMOUNT,
      validAfter: 0n,
      validBefore: VALID_BEFORE,
      nonce,
      ref,
      authR: compact(auth).r,
      authVS: compact(auth).vs,
      intentR: compact(intent).r,
      intentVS: compact(intent).vs,
    });
  }
  const gas = await deployer.client.readContract({
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "batchGasLimit",
    args: [1n, BigInt(size)],
  });
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "settleBatch",
    args: [[{ merchantId: MERCHANT_ID, token, items }]],
    gas,
  });
  return gasUsed(stage, hash);
}

async function sign(stage: Stage): Promise<Signed> {
  const { chainId, processor, token } = stage;
  const payer = await fundedPayer(stage);
  const nonce = generatePrivateKey();
  const ref = keccak256(toHex(nonce));
  const auth = await signAuthorization(stage, payer, "ReceiveWithAuthorization", processor, nonce);
  const intent = await payer.signTypedData({
    domain: { name: "Stipend Payments", version: "1", chainId, verifyingContract: processor },
    types,
    primaryType: "PaymentIntent",
    message: { payer: payer.address, merchantId: MERCHANT_ID, token, amount: AMOUNT, ref, nonce },
  });
  return { payer, nonce, ref, auth, intent };
}

function signAuthorization(
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

async function fundedPayer({ deployer, token }: Stage): Promise<PrivateKeyAccount> {
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

function split(signature: Hex): { v: number; r: Hex; s: Hex } {
  const { r, s, yParity } = parseSignature(signature);
  return { v: yParity + 27, r, s };
}

/** The compact form of EIP-2098. */
function compact(signature: Hex): { r: Hex; vs: Hex } {
  const { r, s, yParity } = parseSignature(signature);
  return { r, vs: numberToHex((BigInt(yParity) << 255n) | BigInt(s), { size: 32 }) };
}

async function gasUsed({ deployer }: Stage, hash: Hex): Promise<number> {
  return Number((await deployer.settle(hash)).gasUsed);
}

function print(label: string, gas: number, plain: number): void {
  const percent = ((100 * gas) / plain).toFixed(1);
  const figure = Math.round(gas).toLocaleString("en");
  console.log(`${label.padEnd(28)}${figure.padStart(9)}${percent.padStart(8)} %`);
}
