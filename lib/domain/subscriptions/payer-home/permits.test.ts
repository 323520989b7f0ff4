import { encodeFunctionData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { permitCall } from "@/lib/adapters/chain/calls/permit-call";
import { wrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { addressOf } from "@/lib/adapters/chain/chains";
import { allowanceOf } from "@/lib/adapters/chain/reads/tokens";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { PermitRequest, RelayPermitInput } from "@/lib/contract/subscriptions/payer-home";
import { type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import { readRenewals } from "@/lib/domain/operations/read-renewals";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { decidePermits } from "@/lib/domain/subscriptions/permits/decide-permits";
import type { PermitRow } from "@/lib/domain/subscriptions/permits/permit-rows";
import { permitSlots } from "@/lib/domain/subscriptions/permits/permit-slots";
import type { ChainAccount } from "@/testing/chain";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { reasonOf, visitor } from "@/testing/hosted-pages";
import { drain, index, makeFinal } from "@/testing/relay";
import { ageAttempts, slotsOf } from "@/testing/relay-slots";
import { renew, renewalsOf, storedSubscription, subscribe, warpTo } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { buildPermit } from "./build-permit";
import { loadPayerHome } from "./load-payer-home";
import { readOwnPermit, relayOwnPermit } from "./relay-permit";

let world: World;
let plan: PlanRow;
let fault: Fault = () => undefined;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  await allowKeepers(world);
  plan = await insertPlan(world);
});
afterAll(() => world?.stop());
afterEach(async () => {
  fault = () => undefined;
  await world.db`update subscriptions set attempt_at = null`;
  await world.db`
    update payer_permits set state = 'expired', closed_at = now()
    where state in ('queued', 'signed', 'mined')`;
});

type TestSubscription = Awaited<ReturnType<typeof subscribe>>;

const page = () => visitor(world);
const signedIn = ({ address }: Pick<ChainAccount, "address">) =>
  ({ payer: lowerHex(address), mode: "test" }) as const;
const spender = () => addressOf(world.deployment(), "subscriptions");
const own = () => ({ token: world.deployment().usdc, spender: spender() });
const allowed = ({ address }: ChainAccount) =>
  allowanceOf(world.deployment().chain.rpc, world.deployment().usdc, {
    owner: lowerHex(address),
    spender: spender(),
  });
const approve = (account: ChainAccount, value: bigint) =>
  world.send(account, {
    to: world.deployment().usdc,
    data: encodeFunctionData({
      abi: fiatTokenAbi,
      functionName: "approve",
      args: [spender(), value],
    }),
  });

/** Signs what the page words, or something else. */
async function sign(
  account: ChainAccount,
  change: Partial<Record<"value" | "nonce" | "deadline", bigint>> = {},
  signer = account,
): Promise<RelayPermitInput> {
  const built: PermitRequest = await buildPermit(page(), signedIn(account), own());
  const given = {
    value: change.value ?? BigInt(built.value),
    nonce: change.nonce ?? BigInt(built.nonce),
    deadline: change.deadline ?? BigInt(built.deadline),
  };
  const { domain, types, primaryType, message } = built.message;
  const signature = await privateKeyToAccount(signer.privateKey).signTypedData({
    domain,
    types,
    primaryType,
    message: { ...message, ...given },
  } as Parameters<ReturnType<typeof privateKeyToAccount>["signTypedData"]>[0]);
  return { ...own(), ...given, signature };
}

const relay = async (account: ChainAccount, input: RelayPermitInput) =>
  relayOwnPermit(page(), signedIn(account), input);
const stored = async (id: string): Promise<PermitRow> => {
  const [row] = await world.db<PermitRow[]>`select * from payer_permits where id = ${id}`;
  if (!row) throw new Error("the permit is stored");
  return row;
};
const rowsOf = (account: ChainAccount) =>
  world.db`select from payer_permits where payer = ${lowerHex(account.address)}`;
/** Sends what waits, and makes it final. */
async function settle(): Promise<void> {
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext());
}
async function passedDue(one: TestSubscription): Promise<void> {
  await warpTo(world, one.nextChargeAt ?? new Date(0));
  await renew(world);
}

describe("a permit", () => {
  test("that raises what became too low is carried, and what was due is charged in the next block", async () => {
    const one = await subscribe(world, plan);
    await approve(one.account, 1n);
    await passedDue(one);
    expect(await storedSubscription(world, one.id)).toMatchObject({
      status: "past_due",
      failureCode: "insufficient_allowance",
    });
    const input = await sign(one.account);
    expect(input.value).toBe(11n * plan.amount);
    const { id } = await relay(one.account, input);
    await drain(world.systemContext(), 2);
    expect(await stored(id)).toMatchObject({ state: "signed", rounds: 0 });
    const home = await loadPayerHome(page(), signedIn(one.account));
    expect(home.allowances).toMatchObject([{ permit: { id, state: "signed" } }]);
    await world.chain.mine();
    await drain(world.systemContext());
    expect(await readOwnPermit(page(), signedIn(one.account), { id })).toMatchObject({
      state: "mined",
    });
    await index(world);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    expect(await stored(id)).toMatchObject({ state: "done", failure: null });
    expect(await allowed(one.account)).toBe(10n * plan.amount);
    expect((await slotsOf(world)).filter(({ kind }) => kind === "permit")).toHaveLength(1);
  });

  test("whose nonce of ours was used elsewhere is signed for anew", async () => {
    const one = await subscribe(world, plan);
    const { id } = await relay(one.account, await sign(one.account));
    fault = ({ method }) => {
      if (method !== "eth_sendRawTransaction") return undefined;
      throw new RpcUnavailable("the process is gone");
    };
    await drain(world.systemContext(), 2).catch(() => {});
    fault = () => undefined;
    const { batchId } = await stored(id);
    await transaction(world.db, (tx) => permitSlots.noteConsumed(tx, batchId ?? "", null));
    expect(await stored(id)).toMatchObject({ state: "queued", failure: "nonce_taken", rounds: 0 });
  });

  test("lowers what a cancel has left too high to what remains", async () => {
    const one = await subscribe(world, plan);
    const other = await insertPlan(world);
    await subscribe(world, other, { payer: one.account });
    const before = await allowed(one.account);
    await cancelSubscription(world.merchantContext(), { id: one.id });
    await settle();
    await settle();
    expect(await allowed(one.account)).toBe(before);
    const input = await sign(one.account);
    expect(input.value).toBe(11n * other.amount);
    await relay(one.account, input);
    await settle();
    expect(await allowed(one.account)).toBe(11n * other.amount);
    const [allowance] = (await loadPayerHome(page(), signedIn(one.account))).allowances;
    expect(allowance).toMatchObject({ allowCall: null, permit: null });
  });

  test("that somebody else submits first is done with, and its payer signs the next one", async () => {
    const one = await subscribe(world, plan);
    const input = await sign(one.account);
    const { id } = await relay(one.account, input);
    const { payer, ...rest } = { ...input, payer: lowerHex(one.account.address) };
    const call = permitCall(world.deployment(), {
      payer,
      token: rest.token,
      permitValue: rest.value,
      permitNonce: rest.nonce,
      permitDeadline: rest.deadline,
      signature: rest.signature as Hex,
      payerHasCode: false,
    });
    await world.send(await fundPayer(world), call);
    await makeFinal(world);
    await drain(world.systemContext());
    expect(await stored(id)).toMatchObject({ state: "queued", failure: "refused" });
    await world.db`update payer_permits set created_at = now() - interval '1 minute'`;
    await drain(world.systemContext());
    expect(await stored(id)).toMatchObject({ state: "superseded" });
    await relay(one.account, await sign(one.account));
  });

  test("that nobody could make in time has expired at a final block, not before", async () => {
    const one = await subscribe(world, plan);
    const input = await sign(one.account);
    const { id } = await relay(one.account, input);
    await world.db`
      update payer_permits set next_check_at = now() + interval '1 day',
        created_at = now() - interval '1 minute' where id = ${id}`;
    const { chain } = world.deployment();
    const at = (seconds: bigint) => new Date(Number(seconds) * 1_000);
    const number = BigInt((await world.chain.request("eth_blockNumber", [])) as Hex);
    await decidePermits(world.systemContext(), chain, { number, at: at(input.deadline) });
    expect(await stored(id)).toMatchObject({ state: "queued" });
    await decidePermits(world.systemContext(), chain, { number, at: at(input.deadline + 1n) });
    expect(await stored(id)).toMatchObject({ state: "expired" });
    await world.db`update payer_permits set closed_at = now() - interval '10 years'`;
    await removeOldRows(world.systemContext(), { until: new Date(Date.now() + 60_000) });
    expect(await rowsOf(one.account)).toHaveLength(0);
  });

  test("is sent as it was stored by whoever comes after a process that died, and again after its block is lost", async () => {
    const one = await subscribe(world, plan);
    await approve(one.account, 0n);
    const { id } = await relay(one.account, await sign(one.account));
    for (let at = 4; at < 40; at += 4) {
      const ctx = { ...world.systemContext(), db: crashingDb(world.db, at) };
      await drain(ctx).catch((error) => {
        if (!(error instanceof Crash)) throw error;
      });
      await world.db`update relay_wallets set lease_until = now() - interval '1 second'`;
      await world.db`update payer_permits set next_check_at = null where state = 'queued'`;
    }
    await drain(world.systemContext(), 2);
    await world.chain.mine();
    await drain(world.systemContext());
    expect(await allowed(one.account)).toBe(11n * plan.amount);
    await world.chain.reorg(1);
    expect(await allowed(one.account)).toBe(0n);
    await index(world);
    await ageAttempts(world, 20);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(await allowed(one.account)).toBe(11n * plan.amount);
    const row = await stored(id);
    expect(row).toMatchObject({ state: "done" });
    const slots =
      await world.db`select from relay_batches where kind = 'permit' and id = ${row.batchId}`;
    expect(slots).toHaveLength(1);
  });
});

describe("a permit that is mined in vain", () => {
  const budgetOf = async ({ address }: ChainAccount) =>
    (
      await world.db<{ used: number }[]>`
        select used from gas_budgets where subject = ${`payer:${lowerHex(address)}`}`
    )[0]?.used ?? 0;

  test("is sent twice at the most, waits for its time to be over, and counts tenfold", async () => {
    const one = await subscribe(world, plan);
    const before = await budgetOf(one.account);
    const input = await sign(one.account);
    const { id } = await relay(one.account, input);
    expect(await budgetOf(one.account)).toBe(before + 1);
    for (const rounds of [1, 2]) {
      await drain(world.systemContext(), 2);
      const { state, batchId, txHash } = await stored(id);
      expect(state).toBe("signed");
      if (!batchId || !txHash) throw new Error("the permit is signed");
      const by = { hash: txHash, receipt: { succeeded: false } as Receipt };
      await transaction(world.db, (tx) => permitSlots.noteConsumed(tx, batchId, by));
      expect(await stored(id)).toMatchObject({ state: "queued", failure: "reverted", rounds });
      expect(await budgetOf(one.account)).toBe(before + 1 + 9 * rounds);
    }
    const { batchId } = await stored(id);
    await drain(world.systemContext(), 3);
    expect(await stored(id)).toMatchObject({ state: "queued", batchId, wallet: null });
    expect(await readRenewals(world.db)).toMatchObject({ permits: 0, permitsSeconds: 0 });
    expect(await reasonOf(relay(one.account, await sign(one.account, { value: 10n ** 12n })))).toBe(
      "permit_pending",
    );
    await world.db`
      update payer_permits set created_at = now() - interval '1 minute' where id = ${id}`;
    const at = new Date(Number(input.deadline + 1n) * 1_000);
    const number = BigInt((await world.chain.request("eth_blockNumber", [])) as Hex);
    await decidePermits(world.systemContext(), world.deployment().chain, { number, at });
    expect(await stored(id)).toMatchObject({ state: "expired" });
    await settle();
  });
});

describe("what is refused leaves no row", () => {
  let account: ChainAccount;
  beforeAll(async () => {
    ({ account } = await subscribe(world, plan));
  });

  const change = {
    "a used nonce": [{ nonce: 7n }, "permit_nonce_stale"],
    "less than may still be charged": [{ value: 11n * 10_000_000n - 1n }, "permit_too_low"],
    "a deadline that has passed": [{ deadline: 1n }, "expired"],
    "a deadline far ahead": [{ deadline: 10n ** 12n }, "validity_too_long"],
  } as const;
  test.each(Object.entries(change))("%s", async (_, [given, reason]) => {
    expect(await reasonOf(relay(account, await sign(account, given)))).toBe(reason);
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test("a used nonce is answered with the current one", async () => {
    const { nonce } = await sign(account);
    await expect(relay(account, await sign(account, { nonce: nonce + 1n }))).rejects.toMatchObject({
      info: { details: { reason: "permit_nonce_stale", currentNonce: String(nonce) } },
    });
  });

  test("another key's signature, and that of another permit", async () => {
    const stranger = await fundPayer(world);
    const foreign = await sign(account, {}, stranger);
    const good = await sign(account);
    const altered = { ...good, value: good.value + 1n };
    const creation = { factory: zeroAddress, data: "0x" } as const;
    const undeployed = {
      ...good,
      signature: wrapSignature({ signature: good.signature as Hex, creation }),
    };
    const malformed = { ...good, signature: `${good.signature}${"6492".repeat(16)}` } as const;
    expect(await reasonOf(relay(account, foreign))).toBe("signature_invalid");
    expect(await reasonOf(relay(account, altered))).toBe("signature_invalid");
    expect(await reasonOf(relay(account, undeployed))).toBe("wallet_not_deployed");
    expect(await reasonOf(relay(account, malformed))).toBe("signature_invalid");
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test("a token, a contract or a mode in which the payer subscribes to nothing, and a stranger", async () => {
    const input = await sign(account);
    const { eurc } = world.deployment().tokens as { eurc?: string };
    const others = [
      { ...input, token: (eurc ?? spender()) as Hex },
      { ...input, spender: input.token },
    ];
    for (const other of others) {
      await expect(relay(account, other)).rejects.toMatchObject({ code: "not_found" });
    }
    const live = { payer: lowerHex(account.address), mode: "live" } as const;
    await expect(relayOwnPermit(page(), live, input)).rejects.toMatchObject({ code: "not_found" });
    const stranger = await fundPayer(world);
    await expect(relay(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const { id } = await relay(account, input);
    for (const payer of [live, signedIn(stranger)]) {
      await expect(readOwnPermit(page(), payer, { id })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await world.db`delete from payer_permits where id = ${id}`;
  });

  test("anything while no node answers", async () => {
    const input = await sign(account);
    fault = () => {
      throw new RpcUnavailable("no node answers");
    };
    expect(await reasonOf(relay(account, input))).toBe("chain_unavailable");
    fault = () => undefined;
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test("more than the day's gas budget of the payer, or of the network", async () => {
    const input = await sign(account);
    const within = (limits: Partial<World["config"]>) =>
      relayOwnPermit(
        { ...page(), config: { ...world.config, ...limits } },
        signedIn(account),
        input,
      );
    expect(await reasonOf(within({ RELAY_DAILY_ITEMS_PER_PAYER: 0 }))).toBe("payer_budget");
    expect(await reasonOf(within({ RELAY_DAILY_ITEMS_PER_ADDRESS: 0 }))).toBe("ip_budget");
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test("more than twenty in a day", async () => {
    const { id } = await relay(account, await sign(account));
    await world.db`
      update payer_permits set state = 'expired', closed_at = now() where id = ${id}`;
    await world.db`
      insert into payer_permits (id, chain_id, deployment_id, mode, payer, token_address, value,
        deadline, nonce, signature, payer_has_code, state, closed_at)
      select id || n, chain_id, deployment_id, mode, payer, token_address, value, deadline, nonce,
        signature, payer_has_code, state, closed_at
      from payer_permits, generate_series(1, 18) n where id = ${id}`;
    const next = await relay(account, await sign(account));
    await world.db`
      update payer_permits set state = 'expired', closed_at = now() where id = ${next.id}`;
    await expect(relay(account, await sign(account))).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await rowsOf(account)).toHaveLength(20);
    await world.db`delete from payer_permits where payer = ${lowerHex(account.address)}`;
  });
});

test("of two at once one is taken; the same one again is the same", async () => {
  const { account } = await subscribe(world, plan);
  const [first, second] = [await sign(account), await sign(account, { value: 10n ** 12n })];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      relay(account, at % 2 === 0 ? first : second).then(
        ({ id }) => id,
        (error) => error.info.details.reason as string,
      ),
    ),
  );
  const ids = new Set(answers.filter((answer) => answer.startsWith("prm_")));
  expect(ids.size).toBe(1);
  expect(answers.filter((answer) => answer === "permit_pending")).toHaveLength(5);
  expect(await rowsOf(account)).toHaveLength(1);
});
