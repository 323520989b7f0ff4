import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRecord } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { checksumAddress, type Hex, lowerHex } from "@/lib/core/chain/hex";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { deployWallet, reasonOf } from "@/testing/hosted-pages";
import { finishCalls } from "@/testing/operator-calls";
import { addOwnedMerchant, newWallet, type OwnedMerchant } from "@/testing/owners";
import { createWorld, type World } from "@/testing/world";
import { getChainStatus } from "./get-chain-status";
import { getLiveEligibility } from "./get-live-eligibility";
import { onboardMerchant } from "./onboard-merchant";
import { proveWallet } from "./prove-wallet";
import { requestWalletProof } from "./request-wallet-proof";

let world: World;
let payout: ChainAccount;
let other: ChainAccount;
let shop: OwnedMerchant;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stipend-lists-"));
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payout = await newWallet(world);
  other = await newWallet(world);
  shop = await addOwnedMerchant(world, { live: payout.address });
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world?.stop();
});

type ProofRequest = Awaited<ReturnType<typeof ask>>;

async function ask(ctx: Context<SessionActor>, owner?: Hex) {
  const input = owner ? { owner: lowerHex(owner) } : {};
  await requestWalletProof.prepare(ctx, input);
  return requestWalletProof.run(ctx, input);
}

const signed = ({ privateKey }: ChainAccount, message: string): Promise<Hex> =>
  privateKeyToAccount(privateKey).signMessage({ message });
const messageOf = ({ messages }: ProofRequest, role: "payout" | "owner") =>
  messages.find((one) => one.role === role)?.message ?? "";

async function prove(
  ctx: Context<SessionActor>,
  nonce: string,
  payoutSignature: Hex,
  ownerSignature?: Hex,
) {
  const input = { nonce, payoutSignature, ...(ownerSignature && { ownerSignature }) };
  const prepared = await proveWallet.prepare(ctx, input);
  return proveWallet.run(ctx, input, prepared);
}

const callsOf = ({ id }: OwnedMerchant) => world.db<{ owner: Hex; payout: Hex; mode: string }[]>`
  select owner, payout, mode from operator_calls where merchant_id = ${id} and kind = 'register'`;
const live = (change = {}) => shop.context("live", change);

describe("live mode", () => {
  const mailed = (id: string) => world.db`
    select recipient, mode from mails where kind = 'live_mode_unlocked' and merchant_id = ${id}`;
  const business = {
    ...{ businessName: "Late Bakery", businessSector: "Food", countryCode: "ES" },
    payoutAddress: lowerHex(`0x${"ab".repeat(20)}`),
  };
  const newcomer = async () => {
    const made = await addOwnedMerchant(world);
    const nothing = { businessSector: null, countryCode: null, email: "ada@x.example" };
    await world.db`update merchants set ${world.db(nothing)} where id = ${made.id}`;
    return made;
  };
  const onboard = async (ctx: Context<SessionActor>) =>
    onboardMerchant.run(ctx, business, await onboardMerchant.prepare(ctx, business));

  test("is unlocked by onboarding where that was missing alone, and mailed once", async () => {
    const ready = await newcomer();
    await onboard(ready.context("test"));
    const told = [{ recipient: "ada@x.example", mode: "live" }];
    expect(await mailed(ready.id)).toEqual(told);
    expect(await getLiveEligibility(ready.context("test"))).toMatchObject({ eligible: true });
    expect(await mailed(ready.id)).toEqual(told);
  });

  test("is found to be unlocked by whoever looks, and not before", async () => {
    const early = await newcomer();
    await onboard(early.context("live", { secondFactors: [] }));
    await getLiveEligibility(early.context("live", { secondFactors: [] }));
    await getLiveEligibility(early.context("live", { emailVerified: false }));
    expect(await mailed(early.id)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => getLiveEligibility(early.context("live"))));
    expect(await mailed(early.id)).toHaveLength(1);
    await world.db`delete from mails where merchant_id = ${early.id}`;
    await getLiveEligibility(early.context("live"));
    expect(await mailed(early.id)).toEqual([]);
  });
});

describe("the message", () => {
  test("names site, chain, registry, merchant, wallets, nonce and times", async () => {
    const asked = await ask(live(), other.address);
    const deployment = world.deployment("live");
    const { host, origin } = new URL(world.config.APP_URL);
    expect(asked.messages.map(({ role, signer }) => [role, signer])).toEqual([
      ["payout", payout.address],
      ["owner", other.address],
    ]);
    for (const { signer, message } of asked.messages) {
      const [site, account, , statement, , ...fields] = message.split("\n");
      expect(site).toBe(`${host} wants you to sign in with your Ethereum account:`);
      expect(account).toBe(checksumAddress(signer));
      const rival = signer === payout.address ? other.address : payout.address;
      expect(statement).toContain(shop.id);
      expect(statement).toContain(checksumAddress(lowerHex(rival)));
      expect(fields).toEqual([
        `URI: ${origin}/dashboard/settings/onchain`,
        "Version: 1",
        `Chain ID: ${deployment.chainId}`,
        `Nonce: ${asked.nonce}`,
        expect.stringMatching(/^Issued At: \d{4}-/),
        `Expiration Time: ${asked.expiresAt.toISOString()}`,
        `Request ID: ${shop.id}`,
        "Resources:",
        `- eip155:${deployment.chainId}:${checksumAddress(addressOf(deployment, "registry"))}`,
      ]);
    }
    const alone = await ask(live());
    expect(alone.messages.map(({ role }) => role)).toEqual(["payout"]);
    expect(alone).toMatchObject({ owner: payout.address, payoutAddress: payout.address });
    expect(alone.expiresAt.getTime() - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(alone.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  });

  test("is for live mode, for whoever may go live, and for wallets that can be served", async () => {
    expect(await reasonOf(ask(shop.context("test")))).toBe("live_mode_required");
    expect(await reasonOf(ask(live({ secondFactors: [] })))).toBe("live_mode_ineligible");
    const registry = addressOf(world.deployment("live"), "registry");
    expect(await reasonOf(ask(live(), registry))).toBe("payout_not_allowed");
    await world.db`update merchants set status = 'suspended' where id = ${shop.id}`;
    const without = { owner: undefined };
    expect(await reasonOf(requestWalletProof.run(live(), without))).toBe("merchant_suspended");
    await world.db`update merchants set status = 'active' where id = ${shop.id}`;
  });
});

describe("the proof", () => {
  test("is taken from the wallets that were named alone, in their form", async () => {
    const asked = await ask(live(), other.address);
    const good = {
      payout: await signed(payout, messageOf(asked, "payout")),
      owner: await signed(other, messageOf(asked, "owner")),
    };
    const wrong: [Hex, Hex | undefined][] = [
      [good.payout, undefined],
      [good.owner, good.payout],
      [good.payout, good.payout],
      [good.owner, good.owner],
      [good.payout, await signed(payout, messageOf(asked, "owner"))],
      [await signed(other, messageOf(asked, "payout")), good.owner],
      [await signed(payout, `${messageOf(asked, "payout")} `), good.owner],
      [`${good.payout}${"6492".repeat(16)}`, good.owner],
    ];
    for (const [one, two] of wrong) {
      expect(await reasonOf(prove(live(), asked.nonce, one, two))).toBe("signature_invalid");
    }
    expect(await callsOf(shop)).toEqual([]);
  });

  test("is of the last message, within its time, by who asked for it", async () => {
    const before = await ask(live());
    const old = await signed(payout, messageOf(before, "payout"));
    const asked = await ask(live());
    const now = await signed(payout, messageOf(asked, "payout"));
    expect(await reasonOf(prove(live(), before.nonce, old))).toBe("proof_expired");
    expect(await reasonOf(prove(live(), asked.nonce, old))).toBe("signature_invalid");
    const rival = await addOwnedMerchant(world, { live: payout.address });
    expect(await reasonOf(prove(rival.context("live"), asked.nonce, now))).toBe("proof_expired");
    const prepared = await proveWallet.prepare(live(), {
      nonce: asked.nonce,
      payoutSignature: now,
    });
    const input = { nonce: asked.nonce, payoutSignature: now };
    await world.db`update wallet_proof_requests set expires_at = now() where merchant_id = ${shop.id}`;
    expect(await reasonOf(prove(live(), asked.nonce, now))).toBe("proof_expired");
    expect(await reasonOf(proveWallet.run(live(), input, prepared))).toBe("proof_expired");
    expect(await callsOf(shop)).toEqual([]);
  });

  test("does not hold for another payout address, or once the merchant may not go live", async () => {
    const asked = await ask(live());
    const signature = await signed(payout, messageOf(asked, "payout"));
    const input = { nonce: asked.nonce, payoutSignature: signature };
    const run = async () =>
      proveWallet.run(live(), input, await proveWallet.prepare(live(), input));
    expect(await reasonOf(prove(shop.context("test"), asked.nonce, signature))).toBe(
      "live_mode_required",
    );
    const locked = live({ emailVerified: false });
    expect(await reasonOf(prove(locked, asked.nonce, signature))).toBe("live_mode_ineligible");
    await world.db`update merchants set payout_address = ${other.address} where id = ${shop.id}`;
    expect(await reasonOf(run())).toBe("payout_changed");
    await world.db`update merchants set payout_address = ${payout.address} where id = ${shop.id}`;
    const prepared = await proveWallet.prepare(live(), input);
    await world.db`update merchants set status = 'suspended' where id = ${shop.id}`;
    expect(await reasonOf(proveWallet.run(live(), input, prepared))).toBe("merchant_suspended");
    await world.db`update merchants set status = 'active' where id = ${shop.id}`;
    expect(await callsOf(shop)).toEqual([]);
  });

  test("waits while a list cannot be read, and is refused to whom one names", async () => {
    const asked = await ask(live(), other.address);
    const payoutSignature = await signed(payout, messageOf(asked, "payout"));
    const ownerSignature = await signed(other, messageOf(asked, "owner"));
    const under = (list: string): Context<SessionActor> => {
      return { ...live(), config: { ...world.config, SCREENING_LIST: list } };
    };
    const proven = (list: string) =>
      reasonOf(prove(under(list), asked.nonce, payoutSignature, ownerSignature));
    expect(await proven("/nowhere/list.txt")).toBe("screening_unavailable");
    for (const { address } of [payout, other]) {
      const file = join(folder, address);
      await writeFile(file, `${address}\n`);
      expect(await proven(file)).toBe("payer_blocked");
    }
    const named = under(join(folder, other.address));
    expect(await reasonOf(ask(named, other.address))).toBe("payer_blocked");
    expect(await callsOf(shop)).toEqual([]);
  });

  test("waits while no node answers for a wallet that is a contract", async () => {
    const asked = await ask(live());
    const dead = { request: () => Promise.reject(new RpcUnavailable("no node")) };
    const deployments = world.chains.deployments.map((one) => {
      return { ...one, chain: { ...one.chain, rpc: dead } };
    });
    const ctx = { ...live(), chains: { ...world.chains, deployments } } as Context<SessionActor>;
    const given = prove(ctx, asked.nonce, await signed(other, messageOf(asked, "payout")));
    expect(await reasonOf(given)).toBe("chain_unavailable");
  });

  test("has the merchant registered once, whoever repeats it, and the chain says so", async () => {
    expect(await getChainStatus(live())).toMatchObject({
      status: "unregistered",
      failure: null,
      prerequisites: [{ code: "wallet_proof_missing" }],
    });
    const asked = await ask(live(), other.address);
    const payoutSignature = await signed(payout, messageOf(asked, "payout"));
    const ownerSignature = await signed(other, messageOf(asked, "owner"));
    const input = { nonce: asked.nonce, payoutSignature, ownerSignature };
    const prepared = await Promise.all(
      Array.from({ length: 6 }, () => proveWallet.prepare(live(), input)),
    );
    const outcomes = await Promise.allSettled(
      prepared.map((proof) => proveWallet.run(live(), input, proof)),
    );
    const taken = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toMatchObject([{ status: "registering", prerequisites: [] }]);
    expect(await callsOf(shop)).toEqual([
      { owner: other.address, payout: payout.address, mode: "live" },
    ]);
    const again = () => prove(live(), asked.nonce, payoutSignature, ownerSignature);
    expect(await reasonOf(again())).toBe("registration_pending");
    expect(await reasonOf(ask(live()))).toBe("registration_pending");

    await finishCalls(world, world.systemContext());
    const status = await getChainStatus(live());
    expect(status).toMatchObject({ status: "registered", prerequisites: [], failure: null });
    const deployment = world.deployment("live");
    const id = BigInt(status.chainMerchantId ?? 0);
    expect(
      await readRecord(deployment.chain.rpc, addressOf(deployment, "registry"), id),
    ).toMatchObject({ owner: other.address, payout: payout.address, status: "active" });
    expect(await reasonOf(again())).toBe("already_registered");
    expect(await reasonOf(ask(live()))).toBe("already_registered");
    const audited = await world.db`
      select from audit_log where subject_id = ${shop.id} and action = 'merchant.prove_wallet'`;
    expect(audited.length).toBe(1);
  });

  test("is taken from a wallet that is a contract, whose owner signs for it", async () => {
    const safe = await deployWallet(world, other);
    const treasury = await addOwnedMerchant(world, { live: safe });
    const ctx = treasury.context("live");
    const asked = await ask(ctx);
    const message = messageOf(asked, "payout");
    const forged = await reasonOf(prove(ctx, asked.nonce, await signed(payout, message)));
    expect(forged).toBe("signature_invalid");
    const done = await prove(ctx, asked.nonce, await signed(other, message));
    expect(done.status).toBe("registering");
    expect(await callsOf(treasury)).toEqual([{ owner: safe, payout: safe, mode: "live" }]);
  });

  test("can be given again where the registration has failed", async () => {
    const late = await addOwnedMerchant(world, { live: payout.address });
    const ctx = late.context("live");
    const give = async () => {
      const asked = await ask(ctx);
      return prove(ctx, asked.nonce, await signed(payout, messageOf(asked, "payout")));
    };
    await give();
    await world.db`
      update operator_calls set state = 'failed', failure = 'reverted', closed_at = now()
      where merchant_id = ${late.id}`;
    expect(await getChainStatus(ctx)).toMatchObject({
      status: "unregistered",
      failure: "reverted",
      prerequisites: [{ code: "wallet_proof_missing" }],
    });
    expect((await give()).status).toBe("registering");
    expect((await callsOf(late)).length).toBe(2);
  });
});
