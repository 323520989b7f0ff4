import { readFileSync } from "node:fs";
import { type AbiFunction, toFunctionSelector } from "viem";
import { expect, test } from "vitest";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { coreAddress, coreKinds } from "@/lib/adapters/chain/core-addresses";
import { findPreset } from "@/lib/adapters/chain/presets";
import { CANONICAL_SALT, saltOf } from "./core-salts";
import { walletDescriptors } from "./wallet-descriptors";

/** Every chain that is known by name, but the local one. */
const chains = [
  ...["ethereum", "base", "optimism", "arbitrum", "polygon", "avalanche", "arc"],
  ...["sepolia", "base-sepolia", "arc-testnet"],
].map((name) => {
  const preset = findPreset(name);
  if (!preset) throw new Error(`${name} is no preset`);
  return preset.chainId;
});

test.each([...walletDescriptors(chains, CANONICAL_SALT)])(
  "contracts/descriptors has %s for the core that all share",
  async (name, descriptor) => {
    const text = `${JSON.stringify(descriptor, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../../contracts/descriptors/${name}`);
  },
);

test("the page for wallets has the addresses that the committed code gives", () => {
  const page = readFileSync("docs/wallets.md", "utf8");
  const missing = coreKinds.filter((kind) => !page.includes(coreAddress(kind, CANONICAL_SALT)));
  expect(missing).toEqual([]);
});

interface Described {
  readonly context: {
    readonly eip712: {
      readonly deployments: readonly { readonly address: string }[];
      readonly schemas: readonly [
        { readonly primaryType: string; readonly types: Record<string, { name: string }[]> },
      ];
    };
  };
  readonly display: {
    readonly formats: Record<
      string,
      { readonly required: readonly string[]; readonly excluded: readonly string[] }
    >;
  };
}

test.each([
  "eip712-stipend-payments.json",
  "eip712-stipend-subscriptions.json",
  "eip712-stipend-jobs.json",
])("%s shows each field of the message, or leaves it out by name", (name) => {
  const { context, display } = walletDescriptors([1], CANONICAL_SALT).get(name) as Described;
  const [{ primaryType, types }] = context.eip712.schemas;
  const { required, excluded } = display.formats[primaryType] ?? { required: [], excluded: [] };
  const fields = types[primaryType]?.map((field) => field.name);
  expect([...required, ...excluded].toSorted()).toEqual(fields?.toSorted());
});

test("the calls that are described are those of the contract", () => {
  const { context } = walletDescriptors([1], CANONICAL_SALT).get(
    "calldata-stipend-subscriptions.json",
  ) as { context: { contract: { abi: readonly AbiFunction[] } } };
  for (const one of context.contract.abi) {
    const known = subscriptionManagerAbi.find(
      (entry) => "name" in entry && entry.name === one.name,
    );
    if (known?.type !== "function") throw new Error(`${one.name} is no function`);
    expect(toFunctionSelector(one)).toBe(toFunctionSelector(known));
  }
  expect(context.contract.abi.map(({ name }) => name)).toEqual(["cancel", "subscribeDirect"]);
});

test("a core of one's own has descriptors of its own", () => {
  const addressIn = (salt: typeof CANONICAL_SALT) => {
    const descriptor = walletDescriptors([1], salt).get("eip712-stipend-payments.json");
    return (descriptor as Described).context.eip712.deployments[0]?.address;
  };
  expect(addressIn(saltOf("house"))).not.toBe(addressIn(CANONICAL_SALT));
});
