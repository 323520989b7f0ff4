import { expect, test } from "vitest";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { registry } from "@/lib/contract/registry";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Mode } from "@/lib/core/modes";
import { requireDeployed } from "./serve";

const contract = { version: 1, address: "0x1", codeHash: "0x2", startBlock: 1 } as const;

/** A caller of a mode, where live mode has a registry alone and test mode `kinds`, too, on its second chain. */
function caller(mode: Mode, kinds: readonly ContractKind[]) {
  const deployment = (of: Mode, chainId: number, more: readonly ContractKind[]) => ({
    mode: of,
    chainId,
    contracts: {
      registry: contract,
      ...Object.fromEntries(more.map((kind) => [kind, contract])),
    },
  });
  const deployments = [
    deployment("live", 1, []),
    deployment("test", 1, []),
    deployment("test", 2, kinds),
  ] as unknown as Deployment[];
  const actor = { kind: "platform", mode, keyId: "ak_1" } as const;
  return { chains: { all: [], deployments }, actor };
}

test("an endpoint that needs a kind of contract is there where the caller's mode has one", () => {
  const needs = { needs: "subscriptions" } as const;
  expect(() => requireDeployed(needs, caller("test", ["subscriptions"]))).not.toThrow();
  const refused = expect.objectContaining({
    code: "permission_denied",
    info: { details: { reason: "not_deployed", contract: "subscriptions" } },
  });
  expect(() => requireDeployed(needs, caller("test", ["escrow"]))).toThrow(refused);
  expect(() => requireDeployed(needs, caller("live", ["subscriptions"]))).toThrow(refused);
});

test("what needs nothing is there for everyone, and so is what nobody's mode decides", () => {
  expect(() => requireDeployed({}, caller("live", []))).not.toThrow();
  const visitor = { ...caller("live", []), actor: { kind: "public", ip: "127.0.0.1" } } as const;
  expect(() => requireDeployed({ needs: "processor" }, visitor)).not.toThrow();
});

test("what opens or settles payments needs a processor", () => {
  const needing = [...registry].flatMap(([name, { needs }]) =>
    needs ? [`${name}: ${needs}`] : [],
  );
  expect(needing.sort()).toEqual([
    "createInvoice: processor",
    "createJob: escrow",
    "createPlan: subscriptions",
    "createSession: processor",
    "duplicateInvoice: processor",
    "relayPayment: processor",
    "relaySubscription: subscriptions",
  ]);
});
