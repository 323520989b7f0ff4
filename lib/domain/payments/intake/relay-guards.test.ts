import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTransaction } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { takeLease } from "@/lib/domain/wallets/nonces/wallet-lease";
import { beforeStatement } from "@/testing/before-statement";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import {
  drain,
  drainFor,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { getSubmission } from "./get-submission";

let world: World;
let fault: Fault = () => undefined;
const folder = mkdtempSync(join(tmpdir(), "stipend-guards-"));
const listPath = join(folder, "list");

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0", SCREENING_LIST: listPath },
    wrapRpc: (rpc: Rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.stop();
});
beforeEach(async () => {
  fault = () => undefined;
  await list();
  await world.chain.mine();
});

let written = "";

/** Names the listed addresses, and waits until the list is read again. */
async function list(...addresses: string[]): Promise<void> {
  await writeList([`0x${"99".repeat(20)}`, ...addresses].join("\n"));
}

async function writeList(text: string): Promise<void> {
  if (written === text) return;
  writeFileSync(listPath, text);
  written = text;
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

const merchant = () => world.merchantContext();
const drained = (times = 1) => drain(world.systemContext(), times);
const relayed = async (payer: ChainAccount) =>
  submit(merchant(), await signRequest(world, payer, null));
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);

describe("screening before a payment is signed for", () => {
  test("a payer who was listed meanwhile is refused, and no nonce is used", async () => {
    const [payer, other] = [await newPayer(world), await newPayer(world)];
    const view = await relayed(payer);
    await list(payer.address);
    const neighbour = await relayed(other);
    await drained();
    expect(await shown(view)).toMatchObject({
      status: "failed",
      failureCode: "payer_blocked",
      attempts: [],
    });
    expect((await submissionRow(world, neighbour)).state).toBe("broadcast");
    const logs = await world.db`
      select result, action from compliance_screenings where resource_id = ${view.id}
      order by created_at`;
    expect(logs).toMatchObject([
      { result: "clear", action: "allowed" },
      { result: "blocked", action: "refused" },
    ]);
  });

  test("a list that cannot be read any more holds the payment, until it can", async () => {
    const view = await relayed(await newPayer(world));
    await writeList("nobody");
    await drained();
    expect((await submissionRow(world, view)).state).toBe("held");
    await list();
    await hurry(world);
    await drained(2);
    expect((await submissionRow(world, view)).state).toBe("broadcast");
  });

  test("an answer counts for ten minutes; then everybody is asked again", async () => {
    const oracle = "0x40c57923924b5c5c5455c48d93317139addac8fb";
    const ctx = withChain(world.systemContext(), (chain) => ({
      preset: { ...chain.preset, sanctionsOracle: oracle },
    }));
    const [fresh, old] = [
      await relayed(await newPayer(world)),
      await relayed(await newPayer(world)),
    ];
    await world.db`
      update compliance_screenings set created_at = now() - interval '11 minutes'
      where resource_id = ${old.id}`;
    fault = ({ method, params }) => {
      const [call] = params as [{ to?: string }];
      if (method === "eth_call" && call.to === oracle) throw new RpcUnavailable("no answer");
      return undefined;
    };
    await drain(ctx);
    expect((await submissionRow(world, fresh)).state).toBe("broadcast");
    expect((await submissionRow(world, old)).state).toBe("held");
  });
});

describe("a held payment and its session", () => {
  async function held() {
    const session = await openSession(world);
    const input = await signRequest(world, await newPayer(world), session);
    fault = ({ method }) => {
      if (method === "eth_call") throw new RpcUnavailable("no answer");
      return undefined;
    };
    const view = await submit(merchant(), input);
    fault = () => undefined;
    expect((await submissionRow(world, view)).state).toBe("held");
    return { session, view };
  }

  test("counts as under way, and is closed with the session when that is cancelled", async () => {
    const { session, view } = await held();
    expect((await getSession(merchant(), session)).payment).toMatchObject({ state: "submitted" });
    const again = await signRequest(world, await newPayer(world), session);
    await expect(submit(merchant(), again)).rejects.toMatchObject({
      info: { details: { reason: "payment_in_flight" } },
    });
    await cancelSession(merchant(), session);
    await hurry(world);
    await drained(2);
    expect(await shown(view)).toMatchObject({ status: "failed", failureCode: "session_closed" });
    expect(await settlementsOf(world, view.paymentId)).toBe(0);
  });

  test("is not released while the session is being cancelled", async () => {
    const { session, view } = await held();
    await hurry(world);
    let release: Promise<void> | undefined;
    // The session is locked, and nothing is written yet.
    const db = beforeStatement(world.db, "session_closed", async () => {
      release = drained();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await cancelSession({ ...merchant(), db }, session);
    await release;
    expect(release).toBeDefined();
    expect(await getSession(merchant(), session)).toMatchObject({ status: "cancelled" });
    expect((await submissionRow(world, view)).state).toBe("rejected");
  });

  test("is either released or cancelled with it, never both", async () => {
    const all = [];
    for (let index = 0; index < 8; index += 1) all.push(await held());
    await hurry(world);
    await Promise.all(Array.from({ length: 20 }, () => world.db`select pg_sleep(0.05)`));
    await Promise.allSettled([
      drained(),
      ...all.map(({ session }) => cancelSession(merchant(), session)),
      drained(),
    ]);
    await drained();
    for (const { session, view } of all) {
      const { status } = await getSession(merchant(), session);
      const { state } = await submissionRow(world, view);
      expect([status, state === "rejected"]).toEqual(
        status === "cancelled" ? ["cancelled", true] : ["pending", false],
      );
    }
    await world.chain.mine();
    await drained();
    await makeFinal(world);
  });
});

describe("several at work", () => {
  test("drains that run together send each payment once, on nonces without gaps", async () => {
    const payers = await newPayers(world, 12);
    const views = await Promise.all(payers.map((payer) => relayed(payer)));
    const small = { ...world.systemContext(), config: { ...world.config, RELAY_BATCH_MAX: 2 } };
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 8; round += 1) {
          // Nobody respects the lease.
          await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
          await drain(small);
        }
      }),
    );
    await drained(2);
    await world.chain.mine();
    await drained();
    await makeFinal(world);
    await drained();
    for (const view of views) {
      expect(await settlementsOf(world, view.paymentId)).toBe(1);
      expect(await shown(view)).toMatchObject({ status: "confirmed" });
      expect((await shown(view)).attempts).toHaveLength(1);
    }
    for (const { attempts, nonce } of await slotsOf(world)) {
      expect(BigInt(parseTransaction(attempts[0]?.raw ?? "0x").nonce ?? 0)).toBe(nonce);
    }
  });

  test("one whose lease was taken over signs nothing more", async () => {
    const wallet = world.chain.relayers[0]?.address.toLowerCase() as `0x${string}`;
    const name = { chainId: world.chain.chainId, wallet };
    await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
    const first = await takeLease(world.db, { ...name, owner: "one" });
    expect(await takeLease(world.db, { ...name, owner: "two" })).toBeNull();
    await world.db`update relay_wallets set lease_until = now() - interval '1 second'`;
    const second = await takeLease(world.db, { ...name, owner: "two" });
    expect(second?.fence).toBe((first?.fence ?? 0n) + 1n);
    expect(await takeLease(world.db, { ...name, owner: "two" })).toEqual(second);
    await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
  });
});

test("a registry that is not the one of the only deployment is refused, and its own is taken", async () => {
  const request = await signRequest(world, await newPayer(world), null);
  const named = (registry: Address) => submit(merchant(), { ...request, registry });
  await expect(named(world.merchant.payout)).rejects.toMatchObject({
    info: { param: "registry", details: { reason: "merchant_mismatch" } },
  });
  const own = addressOf(world.deployment(), "registry");
  expect(await named(own)).toMatchObject({ status: "queued" });
});

test("what comes while a drain lingers is sent by it, within the batching window", async () => {
  await relayed(await newPayer(world));
  const working = drainFor(world.systemContext(), 3_000);
  const payer = await newPayer(world);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const view = await relayed(payer);
  await working;
  expect((await shown(view)).attempts).toHaveLength(1);
});

test("no key, and no signed bytes, reach a log line", async () => {
  const lines: string[] = [];
  const note = (fields: object, message: string) => {
    lines.push(
      JSON.stringify([fields, message], (_, value: unknown) =>
        value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
      ),
    );
  };
  const log = { debug: note, info: note, warn: note, error: note };
  fault = ({ method }) => {
    if (method === "eth_sendRawTransaction") throw new RpcUnavailable("socket hang up");
    return undefined;
  };
  const view = await relayed(await newPayer(world));
  await drain({ ...world.systemContext(), log }, 2);
  fault = ({ method }) => {
    if (method !== "eth_chainId") throw new RpcUnavailable(`${method}: no answer`);
    return undefined;
  };
  await drain({ ...world.systemContext(), log });
  expect(lines.length).toBeGreaterThan(0);
  const slot = (await slotsOf(world)).find(({ attempts }) =>
    attempts.some(({ hash }) => hash === view.txHash),
  );
  const secrets = [
    ...world.config.RELAYER_PRIVATE_KEYS.map((key) => key.slice(2)),
    ...(slot?.attempts.map(({ raw }) => raw.slice(2)) ?? []),
  ];
  for (const line of lines) for (const secret of secrets) expect(line).not.toContain(secret);
  const dump = await world.db<{ row: string }[]>`
    select row_to_json(w)::text as row from relay_wallets w
    union all select row_to_json(a)::text from relay_attempts a`;
  for (const { row } of dump) {
    for (const key of world.config.RELAYER_PRIVATE_KEYS) expect(row).not.toContain(key.slice(2));
  }
});
