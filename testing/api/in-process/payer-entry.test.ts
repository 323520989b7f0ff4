import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { scopes } from "@/lib/core/identity/scopes";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { buildSdk } from "@/scripts/build/sdk/build-sdk";
import type { Stipend } from "@/sdk/src/stipend";
import { openInProcess } from "@/testing/api/api-target";
import type { ChainAccount } from "@/testing/chain";
import { chainTime, drain, makeFinal, newPayer } from "@/testing/relay";

type Client = typeof import("@/sdk/src/index");
type PayerEntry = typeof import("@/sdk/src/payer/index");

/** What stands in a package's `node_modules`: both entries as they are published. */
let client: Client;
let payerEntry: PayerEntry;
let target: Awaited<ReturnType<typeof openInProcess>>;
let stipend: Stipend;
let payer: ChainAccount;

beforeAll(async () => {
  target = await openInProcess();
  const dist = join(inject("runFolder"), "payer-entry");
  await buildSdk(dist);
  client = await import(join(dist, "index.js"));
  payerEntry = await import(join(dist, "payer", "index.js"));
  const { db, config, world } = target;
  const { key } = await mintKey(
    { db, config },
    { kind: "secret", name: "test", merchantId: world.merchant.id, mode: "test", scopes },
  );
  stipend = client.createStipend({ baseUrl: await target.baseUrl(), key });
});
afterAll(() => target.close());
beforeEach(async () => {
  await target.world.chain.mine();
  payer = await newPayer(target.world);
});

const signerOf = ({ privateKey }: ChainAccount) => privateKeyToAccount(privateKey);
const tokenOf = ({ tokenAddress, chainId }: { tokenAddress: string; chainId: number }) =>
  stipend.tokens.get({ address: tokenAddress, chainId });

/** Sends what is relayed, mines it and makes it final. */
async function settle(): Promise<void> {
  const { world } = target;
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext());
}

const amount = "2500000";

test.each([1, 2] as const)(
  "a payment that the published entry signs with %i signature(s) settles",
  async (signatures) => {
    const session = await stipend.paymentSessions.create({ amount, currency: "USDC" });
    expect(session.signatures).toContain(signatures);
    const body = await payerEntry.signPayment(signerOf(payer), {
      session: { ...session, signatures: [signatures] },
      token: await tokenOf(session),
      agreed: { amount, chainId: session.chainId },
    });
    const before = await target.world.balanceOf(payer.address);
    await stipend.relay.pay(body);
    await settle();
    expect((await stipend.paymentSessions.get({ id: session.id })).status).toBe("confirmed");
    expect(before - (await target.world.balanceOf(payer.address))).toBe(2_500_000n);
  },
);

test("a payment that a browser's wallet signs by the published entry settles", async () => {
  const session = await stipend.paymentSessions.create({ amount, currency: "USDC" });
  const account = signerOf(payer);
  const provider = {
    request: async ({ params = [] }: { method: string; params?: readonly unknown[] }) =>
      account.signTypedData(JSON.parse(String(params[1]))),
  };
  const signer = payerEntry.walletSigner(provider, payer.address);
  const token = await tokenOf(session);
  await stipend.relay.pay(
    await payerEntry.signPayment(signer, { session, token, agreed: { amount } }),
  );
  await settle();
  expect((await stipend.paymentSessions.get({ id: session.id })).status).toBe("confirmed");
});

/** Signs a subscription to a plan as from now on, and submits it. */
async function subscribe(planId: string, subscriber: ChainAccount) {
  const plan = await stipend.checkout.getPlan({ id: planId });
  const { nonce } = await stipend.tokens.getPermitNonce({
    address: plan.tokenAddress,
    owner: subscriber.address,
    chainId: plan.chainId,
  });
  const body = await payerEntry.signSubscription(signerOf(subscriber), {
    plan,
    token: await tokenOf(plan),
    permitNonce: nonce,
    agreed: { amount, cycles: 12 },
    now: await chainTime(target.world),
  });
  const { subscriptionId } = await stipend.relay.subscribe(body);
  return { nonce, subscriptionId: subscriptionId ?? "" };
}

test("subscriptions that the published entry signs of two payers with the same nonce are enrolled with their first charge", async () => {
  const { id } = await stipend.subscriptionPlans.create({
    name: "Club",
    amount,
    currency: "USDC",
    interval: "monthly",
  });
  for (const subscriber of [payer, await newPayer(target.world)]) {
    const before = await target.world.balanceOf(subscriber.address);
    const { nonce, subscriptionId } = await subscribe(id, subscriber);
    expect(nonce).toBe("0");
    await settle();
    expect((await stipend.subscriptions.get({ id: subscriptionId })).status).toBe("active");
    expect(before - (await target.world.balanceOf(subscriber.address))).toBe(2_500_000n);
  }
});
