import { type Hex, parseTransaction } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Rpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import type { ChainAccount } from "@/testing/chain";
import { crashingDb } from "@/testing/crashing-db";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { signOnce } from "@/testing/one-signature";
import {
  drain,
  drainFor,
  index,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { ageAttempts, hurry, type Slot, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";

let world: World;
const sentRaws: Hex[] = [];
let fault: Fault = () => undefined;

/** One relay wallet, so that nonces are easy to follow. */
beforeAll(async () => {
  const spied = (rpc: Rpc) =>
    faultyRpc(rpc, (call) => {
      if (call.method === "eth_sendRawTransaction") sentRaws.push(call.params[0] as Hex);
      return fault(call);
    });
  const made = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0", RELAY_MAX_FEE_GWEI: "50" },
    wrapRpc: spied,
  });
  const { RELAYER_PRIVATE_KEYS } = made.config;
  const config = { ...made.config, RELAYER_PRIVATE_KEYS: RELAYER_PRIVATE_KEYS.slice(0, 1) };
  world = { ...made, config };
  await makeFinal(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  fault = () => undefined;
  sentRaws.length = 0;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
const system = () => ({ ...world.systemContext(), config: world.config });
const drained = (times = 1) => drain(system(), times);
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);
type Form = "two signatures" | "one signature";
const forms: readonly Form[] = ["two signatures", "one signature"];
const relayed = async (payer: ChainAccount, form: Form = "two signatures") =>
  form === "one signature"
    ? submit(merchant(), await signOnce(world, payer, null))
    : submit(merchant(), await signRequest(world, payer, null));
const lastSlot = async (): Promise<Slot> => {
  const slot = (await slotsOf(world)).at(-1);
  if (!slot) throw new Error("nothing was sent");
  return slot;
};
const setBaseFee = (gwei: number) =>
  world.chain.request("anvil_setNextBlockBaseFeePerGas", [
    `0x${(BigInt(gwei) * 10n ** 9n).toString(16)}`,
  ]);

/** Mines, makes final, and checks that the payment was settled once. */
async function expectSettledOnce(view: { id: string; idempotencyKey: string; paymentId: Hex }) {
  await hurry(world);
  await drained(2);
  await world.chain.mine();
  await drained();
  await makeFinal(world);
  await drained();
  expect(await shown(view)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, view.paymentId)).toBe(1);
}

describe.each(forms)("a reorganisation: %s", (form) => {
  test("takes a mined payment back, and its stored bytes are sent again", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await world.chain.mine();
    await drained();
    const { txHash } = await shown(view);
    expect(await shown(view)).toMatchObject({ status: "mined" });

    await world.chain.reorg(1);
    await drained();
    expect(await shown(view)).toMatchObject({ status: "submitted", txHash });
    expect((await lastSlot()).attempts).toMatchObject([{ hash: txHash, sends: 2 }]);
    expect(new Set(sentRaws).size).toBe(1);

    await expectSettledOnce(view);
    expect((await shown(view)).txHash).toBe(txHash);
  });

  test("that happens before anybody looked changes nothing", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await world.chain.mine(2);
    await world.chain.reorg(2);
    await ageAttempts(world, 5);
    await expectSettledOnce(view);
  });

  test("that is noticed at finality alone sends the slot back into flight", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await world.chain.mine();
    await drained();
    // The node gives the receipt of the orphaned block no more, while its count lags behind.
    await world.chain.mine(3);
    await index(world);
    fault = ({ method }) =>
      method === "eth_getTransactionReceipt" ? Promise.resolve(null) : undefined;
    await drained();
    expect((await lastSlot()).state).toBe("in_flight");
    fault = () => undefined;
    await drained(2);
    expect((await lastSlot()).state).toBe("consumed");
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
  });
});

test.each(forms)("the receipt of a block that was replaced closes no slot: %s", async (form) => {
  const view = await relayed(await newPayer(world), form);
  await drained();
  await world.chain.mine();
  await drained();
  const { txHash } = await shown(view);
  // One of several nodes stays with the old blocks.
  const old = {
    eth_getTransactionReceipt: await world.chain.request("eth_getTransactionReceipt", [txHash]),
    eth_getTransactionCount: await world.chain.request("eth_getTransactionCount", [
      world.chain.relayers[0]?.address,
      "latest",
    ]),
  };
  await world.chain.reorg(1);
  await world.chain.mine(3);
  await index(world);
  fault = ({ method }) =>
    method in old ? Promise.resolve(old[method as keyof typeof old]) : undefined;
  await drained(2);
  expect((await lastSlot()).state).toBe("mined");
  expect(await shown(view)).toMatchObject({ status: "mined" });
  fault = () => undefined;
  await drained();
  expect((await lastSlot()).state).toBe("in_flight");
  await ageAttempts(world, 5);
  await expectSettledOnce(view);
});

test.each(forms)(
  "a slot whose transaction is found in a later block waits until that one is final: %s",
  async (form) => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await world.chain.mine();
    await drained();
    const { txHash } = await shown(view);
    const receipt = await world.chain.request<object>("eth_getTransactionReceipt", [txHash]);
    await world.chain.mine(3);
    await index(world);
    const later = await world.chain.request<string>("eth_blockNumber", []);
    fault = ({ method }) =>
      method === "eth_getTransactionReceipt"
        ? Promise.resolve({ ...receipt, blockNumber: later })
        : undefined;
    await drained();
    const [slot] = await world.db<{ state: string; consumedBlock: bigint }[]>`
    select state, consumed_block from relay_batches order by nonce desc limit 1`;
    expect(slot).toEqual({ state: "mined", consumedBlock: BigInt(later) });
    fault = () => undefined;
    await expectSettledOnce(view);
  },
);

describe.each(forms)("an answer that is lost: %s", (form) => {
  test("after a broadcast is never a failure, and never a second authorization or nonce", async () => {
    const before = (await slotsOf(world)).length;
    fault = ({ method, ask }) =>
      method === "eth_sendRawTransaction"
        ? ask().then(() => Promise.reject(new RpcUnavailable("socket hang up")))
        : undefined;
    const view = await relayed(await newPayer(world), form);
    await drained(3);
    expect(await shown(view)).toMatchObject({
      status: "submitted",
      outcome: "unknown",
      retryable: false,
    });
    expect((await shown(view)).txHash).not.toBeNull();
    await ageAttempts(world, 5);
    await drained();
    expect(new Set(sentRaws).size).toBe(1);
    // The node has it all along.
    await world.chain.mine();
    await drained();
    expect(await shown(view)).toMatchObject({ status: "mined" });
    await expectSettledOnce(view);
    expect((await slotsOf(world)).slice(before)).toHaveLength(1);
  });

  test("before the node had it: the same bytes are sent until it has", async () => {
    let lost = 2;
    fault = ({ method }) => {
      if (method !== "eth_sendRawTransaction" || lost === 0) return undefined;
      lost -= 1;
      throw new RpcUnavailable("connection refused");
    };
    const view = await relayed(await newPayer(world), form);
    for (let round = 0; round < 3; round += 1) {
      await drained();
      await ageAttempts(world, 5);
    }
    expect(new Set(sentRaws).size).toBe(1);
    await expectSettledOnce(view);
  });

  test.each([
    ["an unknown text", new RpcError(-32000, "the moon is in the wrong phase", null)],
    ["a refusal to replace", new RpcError(-32000, "replacement transaction underpriced", null)],
    ["an earlier nonce is missing", new RpcError(-32000, "nonce too high", null)],
  ])("%s leaves everything as it is", async (_name, error) => {
    fault = ({ method }) => {
      if (method === "eth_sendRawTransaction") throw error;
      return undefined;
    };
    const view = await relayed(await newPayer(world), form);
    await drained(2);
    expect(await shown(view)).toMatchObject({ status: "submitted", outcome: "unknown" });
    fault = () => undefined;
    await ageAttempts(world, 5);
    await expectSettledOnce(view);
  });
});

test("a node on another chain gets nothing", async () => {
  fault = ({ method }) => (method === "eth_chainId" ? Promise.resolve("0x1") : undefined);
  const view = await relayed(await newPayer(world));
  await drained(3);
  expect(sentRaws).toHaveLength(0);
  fault = () => undefined;
  await ageAttempts(world, 5);
  await expectSettledOnce(view);
});

test("without gas money no nonce is reserved, and the payment goes out after a top-up", async () => {
  const wallet = world.chain.relayers[0]?.address;
  const before = (await slotsOf(world)).length;
  await world.chain.request("anvil_setBalance", [wallet, "0x1"]);
  const view = await relayed(await newPayer(world));
  await drained(2);
  expect(await slotsOf(world)).toHaveLength(before);
  expect(await shown(view)).toMatchObject({ status: "queued" });
  await world.chain.request("anvil_setBalance", [wallet, "0x21e19e0c9bab2400000"]);
  await expectSettledOnce(view);
});

test.each([
  ["the wallet is out of gas money", "eth_getBalance", "0x1"],
  [
    "the chain asks for more than the fee cap",
    "eth_feeHistory",
    { baseFeePerGas: ["0xffffffffff"] },
  ],
])(
  "while %s, what is in flight is followed block by block",
  async (_name, refused, answer) => {
    const [first, second] = await newPayers(world, 2);
    if (!first || !second) throw new Error("there are payers");
    const flying = await relayed(first);
    await drained();
    fault = ({ method }) => (method === refused ? Promise.resolve(answer) : undefined);
    const waiting = await relayed(second);
    let hasEnded = false;
    const running = drainFor(system(), 20_000).then(() => {
      hasEnded = true;
    });
    const isBlocked = async () =>
      (await world.db`select from relay_wallets where blocked_until > now()`).length > 0;
    await expect.poll(isBlocked, { timeout: 60_000 }).toBe(true);
    await world.chain.mine();
    const status = async () => (await shown(flying)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe("mined");
    expect(hasEnded).toBe(false);
    expect(await shown(waiting)).toMatchObject({ status: "queued" });
    // It sends what waits as soon as it can, too.
    fault = () => undefined;
    const sent = async () => (await shown(waiting)).status;
    await expect.poll(sent, { timeout: 60_000 }).toBe("submitted");
    await world.chain.mine();
    await makeFinal(world);
    await running;
    await expectSettledOnce(waiting);
  },
  60_000,
);

describe.each(forms)("a transaction that is not mined: %s", (form) => {
  test("is replaced for an eighth more, up to the cap and not above it", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await setBaseFee(40);
    for (let round = 0; round < 25; round += 1) {
      await ageAttempts(world);
      await drained();
      await setBaseFee(40);
    }
    const { attempts, nonce } = await lastSlot();
    expect(attempts.length).toBeGreaterThan(1);
    for (const [position, attempt] of attempts.entries()) {
      const transaction = parseTransaction(attempt.raw);
      expect(BigInt(transaction.nonce ?? 0)).toBe(nonce);
      expect(transaction.maxFeePerGas).toBeLessThanOrEqual((50n * 10n ** 9n * 8n) / 9n);
      const previous = attempts[position - 1];
      if (!previous) continue;
      expect(BigInt(attempt.maxFeePerGas) * 8n).toBeGreaterThanOrEqual(
        BigInt(previous.maxFeePerGas) * 9n,
      );
      expect(BigInt(attempt.tip) * 8n).toBeGreaterThanOrEqual(BigInt(previous.tip) * 9n);
      expect(parseTransaction(previous.raw).data).toBe(transaction.data);
    }
    await expectSettledOnce(view);
    expect((await slotsOf(world)).filter((slot) => slot.nonce === nonce)).toHaveLength(1);
  });

  test("counts as mined by whichever of its hashes it is", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    const [first] = (await lastSlot()).attempts;
    await setBaseFee(40);
    // The replacements never reach the node.
    fault = ({ method }) => {
      if (method === "eth_sendRawTransaction") throw new RpcUnavailable("lost");
      return undefined;
    };
    await ageAttempts(world);
    await drained();
    expect((await lastSlot()).attempts.length).toBeGreaterThan(1);
    fault = () => undefined;
    await setBaseFee(1);
    await world.chain.mine();
    await drained();
    expect(await shown(view)).toMatchObject({ status: "mined", txHash: first?.hash });
    await expectSettledOnce(view);
  });

  test("is closed by one that does nothing once none of its items can be executed", async () => {
    const view = await relayed(await newPayer(world), form);
    await drained();
    await setBaseFee(45);
    await world.chain.mine();
    await ageAttempts(world);
    await drained();
    expect((await lastSlot()).attempts.every(({ kind }) => kind === "payload")).toBe(true);
    await setBaseFee(45);
    await world.chain.passTime(1_000);
    await setBaseFee(45);
    await makeFinal(world, 1);
    for (let block = 0; block < 3; block += 1) {
      await setBaseFee(45);
      await makeFinal(world, 1);
    }
    await drained();
    expect(await shown(view)).toMatchObject({
      status: "failed",
      failureCode: "authorization_expired",
    });
    await setBaseFee(45);
    await ageAttempts(world);
    await drained();
    const slot = await lastSlot();
    expect(slot.attempts.at(-1)).toMatchObject({ kind: "noop" });
    expect(BigInt(slot.attempts.at(-1)?.maxFeePerGas ?? 0)).toBeLessThanOrEqual(50n * 10n ** 9n);
    await setBaseFee(1);
    await world.chain.mine();
    await drained();
    await makeFinal(world);
    await drained();
    expect(await lastSlot()).toMatchObject({ state: "consumed" });
    expect((await shown(view)).status).toBe("failed");
    expect(await settlementsOf(world, view.paymentId)).toBe(0);
    await expectSettledOnce(await relayed(await newPayer(world), form));
  });
});

test.each(forms)(
  "a nonce that the key was used for elsewhere: the payment gets a new one, and is made once: %s",
  async (form) => {
    await expectSettledOnce(await relayed(await newPayer(world), form));
    const [relayer] = world.chain.relayers;
    if (!relayer) throw new Error("there is a relayer");
    const view = await relayed(await newPayer(world), form);
    await drained();
    const taken = await lastSlot();
    // The key's other user is faster.
    await world.chain.request("anvil_dropTransaction", [taken.attempts[0]?.hash]);
    await world.send(relayer, { to: world.merchant.payout, data: "0x" });
    await ageAttempts(world, 5);
    await drained();
    expect(await shown(view)).toMatchObject({ status: "submitted" });
    await makeFinal(world);
    await drainFor(system(), 3_000);
    expect((await slotsOf(world)).find(({ nonce }) => nonce === taken.nonce)).toMatchObject({
      state: "consumed",
      consumedBy: null,
    });
    await expectSettledOnce(view);
    const { rounds } = await submissionRow(world, view);
    expect(rounds).toBe(2);
  },
);

test("the open slots of a wallet whose key was removed are followed to their end", async () => {
  const [first, second] = world.chain.relayers.map(({ privateKey }) => privateKey);
  if (!first || !second) throw new Error("there are relayers");
  const view = await relayed(await newPayer(world));
  await drained();
  await world.chain.mine();
  await world.chain.reorg(1);
  const ctx = system();
  const rotated = { ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS: [second] } };
  await ageAttempts(world, 5);
  await drain(rotated);
  await world.chain.mine();
  await drain(rotated);
  await makeFinal(world);
  await drain(rotated);
  expect(await shown(view)).toMatchObject({ status: "confirmed" });
  expect((await lastSlot()).state).toBe("consumed");
});

describe("held payments", () => {
  const noNode: Fault = ({ method }) => {
    if (method !== "eth_chainId") throw new RpcUnavailable("no answer");
    return undefined;
  };

  test("go on when the node answers again", async () => {
    const payer = await newPayer(world);
    const input = await signRequest(world, payer, await openSession(world));
    fault = noNode;
    const view = await submit(merchant(), input);
    await hurry(world);
    await drained();
    expect((await submissionRow(world, view)).state).toBe("held");
    fault = () => undefined;
    await hurry(world);
    await expectSettledOnce(view);
  });

  test("are released as far as the payer's balance goes, however many wait", async () => {
    const payer = await newPayer(world, 11_000_000n);
    const inputs = await Promise.all(
      Array.from({ length: 4 }, () => signRequest(world, payer, null)),
    );
    fault = noNode;
    const views = await Promise.all(inputs.map((input) => submit(merchant(), input)));
    fault = () => undefined;
    await hurry(world);
    await drained(2);
    const states = async () => {
      const rows = await Promise.all(views.map((view) => submissionRow(world, view)));
      return rows.map(({ state, failureCode }) => `${state} ${failureCode}`).sort();
    };
    expect(await states()).toEqual([
      ...Array(2).fill("broadcast null"),
      ...Array(2).fill("rejected insufficient_balance"),
    ]);
    await world.chain.mine();
    await drained();
    await makeFinal(world);
    expect((await states()).slice(0, 2)).toEqual(Array(2).fill("confirmed null"));
    expect(await world.balanceOf(payer.address)).toBe(1_000_000n);
  });

  test("are refused then, if the request would have been", async () => {
    const poor = await newPayer(world, 1n);
    const input = await signRequest(world, poor, null);
    fault = noNode;
    const view = await submit(merchant(), input);
    fault = () => undefined;
    await hurry(world);
    await drained();
    expect(await shown(view)).toMatchObject({
      status: "failed",
      failureCode: "insufficient_balance",
      // Nothing was broadcast, but the signatures are out of our hands until they run out.
      retryable: false,
    });
  });
});

test("a busy node holds nothing up for good: a part that fails leaves the others to work", async () => {
  const view = await relayed(await newPayer(world));
  await world.db`
    update relay_submissions set failure_code = 'nonce_used' where id = ${view.id}`;
  // The node has forgotten old states, which deciding asks for.
  fault = ({ method, params }) => {
    if (method === "eth_call" && params[1] !== "latest") {
      throw new RpcError(-32000, "missing trie node", null);
    }
    return undefined;
  };
  await index(world);
  await hurry(world);
  await drained(2);
  expect(await shown(view)).toMatchObject({ status: "submitted" });
  fault = () => undefined;
  await expectSettledOnce(view);
});

test("only so many slots are in flight; what waits is sent when there is room", async () => {
  const payers = await newPayers(world, 20);
  const ctx = system();
  const single = { ...ctx, config: { ...ctx.config, RELAY_BATCH_MAX: 1 } };
  const views = [];
  for (const payer of payers) views.push(await relayed(payer));
  const before = (await slotsOf(world)).length;
  await drain(single, 25);
  expect((await slotsOf(world)).slice(before)).toHaveLength(16);
  await world.chain.mine();
  await drain(single, 6);
  expect((await slotsOf(world)).slice(before)).toHaveLength(20);
  await world.chain.mine();
  await makeFinal(world);
  for (const view of views) expect(await shown(view)).toMatchObject({ status: "confirmed" });
});

test("a process that dies at any step leaves a payment that is made once, whatever its form", async () => {
  let steps = 0;
  for (let at = 1; at < 400; at += 1) {
    const view = await relayed(await newPayer(world), forms[at % forms.length]);
    const ctx = system();
    const before = (await slotsOf(world)).length;
    const crashed = await drainRelay(
      { ...ctx, db: crashingDb(world.db, at) },
      { until: new Date(0) },
    ).then(
      () => false,
      () => true,
    );
    await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
    await drained(2);
    await ageAttempts(world, 5);
    await expectSettledOnce(view);
    expect((await slotsOf(world)).slice(before)).toHaveLength(1);
    steps = at;
    if (!crashed) break;
  }
  expect(steps).toBeGreaterThan(20);
  const [relayer] = world.chain.relayers;
  const count = await world.chain.request<Hex>("eth_getTransactionCount", [
    relayer?.address,
    "latest",
  ]);
  const [row] = await world.db`
    select next_nonce from relay_wallets where address = ${relayer?.address.toLowerCase() ?? ""}`;
  expect(row?.nextNonce).toBe(BigInt(count));
}, 600_000);
