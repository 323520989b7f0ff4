import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import { operate } from "@/testing/operator";
import { drain, index, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { startScript } from "@/testing/script-process";
import { insertSignedRefund } from "@/testing/signed-refunds";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
}, 120_000);

afterAll(() => world?.stop());

const run = (...args: string[]) => operate(world.systemContext(), ...args);
const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).out);
const audits = () => world.db`select * from audit_log order by created_at, id`;

test("status shows chains, wallets and what waits, as text and as data", async () => {
  const payer = await newPayer(world);
  await submit(world.merchantContext(), await signRequest(world, payer, await openSession(world)));
  await drain(world.systemContext());
  await index(world);
  const { result } = await json("status");
  const [cursor] = await world.db<{ number: bigint }[]>`select number from chain_cursors`;
  expect(result.chains).toMatchObject([
    {
      chainId: 31337,
      read: String(cursor?.number),
      head: String(cursor?.number),
      haltedReason: null,
    },
  ]);
  const busy = result.wallets.filter(({ inFlight }: { inFlight: number }) => inFlight === 1);
  expect(busy).toMatchObject([{ nextNonce: "1", chainNonce: "0", signed: 0, mined: 0 }]);
  expect(result.submissions).toMatchObject([{ chainId: 31337, state: "broadcast", count: 1 }]);
  const { out } = await run("status");
  expect(out).toContain("31337 Local chain");
  expect(out).toContain("31337 broadcast");
});

test("status leaves the embedded engine's jobs and schedules out where Inngest runs the jobs", async () => {
  const ctx = world.systemContext();
  await world.db`
    insert into engine.cron (function_id, expression, next_at)
    values ('left', '* * * * *', now() - interval '1 day')`;
  expect((await json("status")).result.schedules).toMatchObject({ due: 1 });
  const config = { ...ctx.config, INNGEST_BASE_URL: "http://127.0.0.1:8288" };
  const { out } = await operate({ ...ctx, config }, "status");
  expect(out).toContain("webhooks");
  expect(out).not.toMatch(/^(?:jobs|schedules)/m);
  await world.db`delete from engine.cron where function_id = 'left'`;
});

test("status answers though the node hangs", async () => {
  const rpc = { request: () => new Promise<never>(() => {}) };
  const ctx = withChain(world.systemContext(), () => ({ rpc }));
  const { code, out } = await operate(ctx, "status", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out).result.chains).toMatchObject([{ head: null, baseFee: null }]);
});

test("merchant shows row and registry side by side, and where they differ", async () => {
  const { id, payout, chainMerchantId, owner } = world.merchant;
  const agreed = (await json("merchant", id)).result.merchant;
  expect(agreed.registrations).toMatchObject([
    {
      mode: "test",
      feeBps: 100,
      onChain: { feeBps: 100, status: "active", payout },
      differences: [],
    },
    { mode: "live", differences: [] },
  ]);
  const registry = addressOf(world.deployment("test"), "registry");
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "setPayout",
    args: [chainMerchantId.test, world.chain.deployer.address],
  });
  await world.chain.request("anvil_setBalance", [owner.address, "0x8ac7230489e80000"]);
  await world.send(owner, { to: registry, data });
  const changed = (await json("merchant", id)).result.merchant;
  expect(changed.registrations).toMatchObject([{ differences: ["payout"] }, { differences: [] }]);
  expect((await run("merchant", id)).out).toContain("Rows and registry differ in payout.");
  const unknown = await run("merchant", "mer_nobody");
  expect(unknown).toMatchObject({ code: 1, err: "Refused: No such merchant." });
});

test("a halt is lifted only when the finalised block is there, and leaves an entry", async () => {
  const { db } = world;
  await index(world);
  const halted = "Finalised block 7 was lost";
  await db`update chain_cursors set halted_reason = ${halted}`;
  const dry = await run("lift-halt", "--chain", "31337");
  expect(dry.out).toContain(`Chain 31337 is halted: ${halted}`);
  expect(await db`select halted_reason from chain_cursors`).toEqual([{ haltedReason: halted }]);
  expect(await audits()).toEqual([]);

  const apply = ["lift-halt", "--chain", "31337", "--apply", "--reason", "the node was replaced"];
  const [block] = await db<{ hash: string }[]>`
    update chain_blocks b set hash = ${`0x${"99".repeat(32)}`} from chain_cursors c
    where c.chain_id = b.chain_id and b.number = c.finalized_number
    returning (select hash from chain_blocks o where o.number = b.number) as hash`;
  const refused = await run(...apply);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("The node still has another block");
  expect(await audits()).toEqual([]);

  await db`
    update chain_blocks b set hash = ${block?.hash ?? ""} from chain_cursors c
    where c.chain_id = b.chain_id and b.number = c.finalized_number`;
  expect(await run(...apply)).toMatchObject({ code: 0 });
  expect(await db`select halted_reason from chain_cursors`).toEqual([{ haltedReason: null }]);
  expect(await audits()).toMatchObject([
    {
      action: "chain.lift_halt",
      actorKind: "operator",
      actorName: "tester",
      subjectType: "chain",
      subjectId: "31337",
      before: { haltedReason: halted },
      after: { haltedReason: null },
      reason: "the node was replaced",
      command: "operator lift-halt --chain 31337 --apply",
    },
  ]);
  expect((await run(...apply)).out).toBe("Chain 31337 is not halted.");
  expect(await audits()).toHaveLength(1);
});

test("npm run operator reads the settings of the app, pins nothing without --apply, and ends by itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stipend-operator-"));
  try {
    const { config, chain, database } = world;
    const paths = { test: join(folder, "test.json"), live: join(folder, "live.json") };
    for (const mode of ["test", "live"] as const) {
      const text = JSON.stringify(chain.deployments[mode], (_, value) =>
        typeof value === "bigint" ? Number(value) : value,
      );
      writeFileSync(paths[mode], text);
    }
    const env = {
      APP_URL: config.APP_URL,
      DATABASE_URL: database.url,
      STIPEND_SECRET_KEY: config.STIPEND_SECRET_KEY,
      API_KEY_PEPPER: config.API_KEY_PEPPER,
      TEST_DEPLOYMENT: paths.test,
      LIVE_DEPLOYMENT: paths.live,
      TEST_RPC_URLS: chain.rpcUrl,
      LIVE_RPC_URLS: chain.rpcUrl,
      INNGEST_SIGNING_KEY: config.INNGEST_SIGNING_KEY,
      INNGEST_EVENT_KEY: config.INNGEST_EVENT_KEY,
    };
    // As if these files had a contract more than those that the database was used with.
    await world.db`delete from deployment_contracts where kind = 'escrow'`;
    const pinned = () => world.db`select * from deployment_contracts order by deployment_id, kind`;
    const before = await pinned();
    const script = startScript(`
      Object.assign(process.env, ${JSON.stringify(env)});
      process.argv = [process.argv[0], "operator", "merchant", "${world.merchant.id}"];
      process.on("exit", (code) => console.log("code", code));
      await import("./operator/main.ts");
    `);
    const lines: string[] = [];
    while (!lines.at(-1)?.startsWith("code")) lines.push(await script.nextLine());
    expect(lines.at(0)).toContain(world.merchant.id);
    expect(lines.at(-1)).toBe("code 0");
    expect(await pinned()).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("confirmation-policy shows, sets and takes away a merchant's rules, and nobody else's", async () => {
  const { id } = world.merchant;
  const other = await world.addMerchant();
  const stored = async () => {
    const rows = await world.db<{ id: string; confirmationPolicy: unknown }[]>`
      select id, confirmation_policy from merchants`;
    return Object.fromEntries(rows.map((row) => [row.id, row.confirmationPolicy]));
  };
  expect((await run("confirmation-policy", id)).out).toContain("when they are final");
  const rules = ["--rules", "USDC:50000000:seen,EURC:900:safe"];
  const dry = await run("confirmation-policy", id, ...rules);
  expect(dry.out).toContain("up to 50000000 USDC when seen");
  expect(await stored()).toMatchObject({ [id]: [], [other.id]: [] });
  const reason = ["--apply", "--reason", "they ask for it"];
  expect((await run("confirmation-policy", id, ...rules, ...reason)).code).toBe(0);
  const policy = [
    { currency: "USDC", upTo: "50000000", stage: "seen" },
    { currency: "EURC", upTo: "900", stage: "safe" },
  ];
  expect(await stored()).toMatchObject({ [id]: policy, [other.id]: [] });
  expect((await audits()).at(-1)).toMatchObject({
    action: "merchant.set_confirmation_policy",
    subjectId: id,
    before: { policy: [] },
    after: { policy },
    reason: "they ask for it",
  });
  for (const wrong of ["USDC:0:seen", "USDC:1:mined", "DAI:1:seen", "USDC:1.5:seen", ""]) {
    const { code, err } = await run("confirmation-policy", id, "--rules", wrong, ...reason);
    expect(code).not.toBe(0);
    expect(err).toContain("USDC:50000000:seen");
  }
  expect(await stored()).toMatchObject({ [id]: policy });
  expect((await run("confirmation-policy", "mer_unknown")).err).toContain("merchant");
  await run("confirmation-policy", id, "--rules", "none", ...reason);
  expect(await stored()).toMatchObject({ [id]: [] });
});

test("refunds that the relay sends are shown with their signatures, and are neither returned nor settled by hand", async () => {
  const txHash = `0x${"ab".repeat(32)}` as const;
  const validBefore = 1_800_000_000n;
  const waiting = await insertSignedRefund(world, { obstacle: "given_up", rounds: 3, validBefore });
  const sent = await insertSignedRefund(world, { state: "in_flight", txHash, validBefore });
  const ended = "2027-01-15T08:00:00.000Z";
  expect((await json("refunds")).result.refunds).toMatchObject([
    {
      id: waiting,
      refundTxHash: null,
      authorizationState: "queued",
      obstacle: "given_up",
      authorizationTxHash: null,
      authorizationValidBefore: ended,
    },
    { id: sent, authorizationState: "in_flight", obstacle: null, authorizationTxHash: txHash },
  ]);
  const lines = (await run("refunds")).out.split("\n");
  expect(lines.find((line) => line.includes(waiting))).toMatch(
    new RegExp(`no hash .*signature queued \\(given_up\\) valid before ${ended}$`),
  );
  expect(lines.find((line) => line.includes(sent))).toMatch(
    new RegExp(`${txHash} .*signature in_flight valid before ${ended}$`),
  );
  const refusal = "Refused: The merchant's signature of this refund is on its way to the chain.";
  const apply = ["--apply", "--reason", "it hangs"];
  for (const id of [waiting, sent]) {
    expect(await run("return-refund", id)).toMatchObject({ code: 1, err: refusal });
    expect(await run("return-refund", id, ...apply)).toMatchObject({ code: 1, err: refusal });
    const { code, out } = await run("settle-refund", id);
    expect(code).toBe(1);
    expect(out).toContain("The relay sends the merchant's signature");
    expect(out).not.toContain("No transaction is recorded");
  }
  await world.db`update refund_authorizations set state = 'dead', obstacle = null`;
  expect((await run("return-refund", waiting)).out).toContain("The refund would be pending.");
});
