import { renameSync, writeFileSync } from "node:fs";
import { type Address, getAddress, type Hex } from "viem";
import type { Mode } from "@/lib/core/modes";
import { LOCAL_CHAIN_ID } from "@/scripts/run/services/anvil";
import { type DemoSecrets, keyList } from "./demo-secrets";
import type { DemoDeployments } from "./open-deployments";
import { addressOf } from "./prepare-chain";
import type { DemoAdmin, DemoMerchant } from "./prepare-database";

/** What one mode of a running demo is reached and used with. */
export interface DemoMode {
  baseUrl: string;
  apiKeys: { secret: string; publishable: string };
  merchant: { id: string; chainMerchantId: string; payoutAddress: string };
  /** Payers with tokens and ether. */
  wallets: { address: Address; privateKey: Hex }[];
  rpcUrl: string;
  chainId: number;
  contracts: { registry: string; processor: string };
  tokens: { USDC: string; EURC: string };
  webhookSinkUrl: string;
}

/** Test mode, and the same under `live`. */
export interface DemoInfo extends DemoMode {
  live: DemoMode;
  /** The merchant's owner on the dashboard; null where another provider has the accounts. */
  signIn: { email: string; password: string } | null;
  /** The admin user of the console, at `/admin`; null as above. */
  admin: DemoAdmin | null;
}

/** Gathers what users and tests of the demo need to know. */
export function describeDemo(
  { demo }: DemoSecrets,
  deployments: DemoDeployments,
  { registrations, signIn, admin }: DemoMerchant,
  urls: { baseUrl: string; rpcUrl: string; webhookSinkUrl: string },
): DemoInfo {
  const apiKeys = {
    test: { secret: demo.DEMO_SECRET_KEY_TEST, publishable: demo.DEMO_PUBLISHABLE_KEY_TEST },
    live: { secret: demo.DEMO_SECRET_KEY_LIVE, publishable: demo.DEMO_PUBLISHABLE_KEY_LIVE },
  };
  const describeMode = (mode: Mode): DemoMode => {
    const { contracts, usdc, eurc } = deployments[mode];
    const { registry, processor } = contracts;
    if (!eurc || !processor) throw new Error("the demo deploys a EURC and a processor");
    return {
      baseUrl: urls.baseUrl,
      apiKeys: apiKeys[mode],
      merchant: {
        id: demo.DEMO_MERCHANT_ID,
        chainMerchantId: registrations[mode].chainMerchantId.toString(),
        payoutAddress: getAddress(registrations[mode].payout),
      },
      wallets: keyList(demo.DEMO_WALLET_PRIVATE_KEYS).map((privateKey) => ({
        address: addressOf(privateKey),
        privateKey,
      })),
      rpcUrl: urls.rpcUrl,
      chainId: LOCAL_CHAIN_ID,
      contracts: {
        registry: getAddress(registry.address),
        processor: getAddress(processor.address),
      },
      tokens: { USDC: getAddress(usdc), EURC: getAddress(eurc) },
      webhookSinkUrl: urls.webhookSinkUrl,
    };
  };
  return { ...describeMode("test"), live: describeMode("live"), signIn, admin };
}

/** Writes it to `file` (mode 0600), whole or not at all. */
export function writeDemoInfo(file: string, info: DemoInfo): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
