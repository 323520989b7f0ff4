import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressOf } from "@/lib/adapters/chain/chains";
import { mailHtml } from "@/lib/adapters/email/mail-html";
import { updateAgentConfig as declaration } from "@/lib/contract/agents/config";
import type { SentInput } from "@/lib/contract/endpoint";
import { updateAgentConfig } from "@/lib/domain/agents/config/update-agent-config";
import type { Wording } from "@/lib/domain/mails/mail";
import { payerTroubleMails } from "@/lib/domain/subscriptions/payer-trouble-mails";
import type { SubscriptionFacts } from "@/lib/domain/subscriptions/subscription-mail";
import type { ChainAccount } from "@/testing/chain";
import { renew, storedSubscription, subscribe, toldOf, warpTo } from "@/testing/renewals";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";

const HOUR = 3_600_000;
const template =
  "Dear subscriber of {{business_name}}:\n\n{{amount}} for {{plan_name}} <b>failed</b>. {{reason}}";

let world: World;
let plan: PlanRow;
beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
  plan = await insertPlan(world);
});
afterAll(() => world.stop());

const patch = (sent: SentInput<typeof declaration>) =>
  updateAgentConfig(world.merchantContext(), declaration.body?.parse(sent) ?? {});

async function approve(payer: ChainAccount, value: bigint): Promise<void> {
  const args = [addressOf(world.deployment(), "subscriptions"), value] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  await world.send(payer, { to: world.deployment().usdc, data });
}

const activities = (id: string) => world.db`
  select action, outcome, setting, reason, tx_hash from agent_activity
  where resource_id = ${id} and resource_type = 'subscription' order by created_at, id`;

/** One whose charge has failed. */
async function failed() {
  const one = await subscribe(world, plan);
  await world.db`update subscriptions set payer_email = 'ada@x.example' where id = ${one.id}`;
  await approve(one.account, 0n);
  await warpTo(world, one.nextChargeAt ?? new Date(0));
  await renew(world);
  const { pastDueSince } = await storedSubscription(world, one.id);
  const since = pastDueSince?.getTime() ?? 0;
  const after = async (hours: number) => {
    await warpTo(world, new Date(since + hours * HOUR));
    await renew(world);
  };
  return { ...one, after };
}

/** The paragraphs of the mail that the payer gets of the failure. */
async function mailed(id: string): Promise<string[]> {
  const [mail] = await world.db<{ facts: SubscriptionFacts }[]>`
    select facts from mails
    where kind = 'subscription_charge_failed' and facts ->> 'subscriptionId' = ${id}`;
  if (!mail) throw new Error("the payer gets a mail");
  const wording: Wording = { mode: "test", networkOf: () => "Local", openCode: () => null };
  const body = payerTroubleMails.chargeFailed.body(mail.facts, wording);
  return [...body.paragraphs];
}

test("without the capability nothing is the agent's, and payers get the standard words", async () => {
  await patch({
    enabledCapabilities: [],
    recovery: { strategy: "once", notificationTemplate: template },
  });
  const one = await failed();
  await one.after(16);
  expect(await toldOf(world, one.id)).toContain("recovery_attempt");
  expect(await activities(one.id)).toEqual([]);
  const paragraphs = await mailed(one.id);
  expect(paragraphs[0]).toMatch(/^The charge of/);
  expect(paragraphs.join()).not.toContain("Dear subscriber");
});

test("a failed renewal follows the settings and the template, and each try leaves one row", async () => {
  await patch({
    enabledCapabilities: ["recovery"],
    recovery: { gracePeriodHours: 24, strategy: "once", notificationTemplate: template },
  });
  const one = await failed();
  expect(await activities(one.id)).toEqual([]);
  const [first, second, fix] = await mailed(one.id);
  expect(first).toMatch(/^Dear subscriber of /);
  expect(second).toContain(`<b>failed</b>. Your spending limit for USDC is too low.`);
  expect(fix).toMatch(/^Open your subscriptions/);
  await one.after(12);
  expect(await activities(one.id)).toMatchObject([
    {
      action: "retry_charge",
      outcome: "failed",
      setting: "recovery.strategy",
      reason: "Try 1 of a charge that failed; tried once within 24 hours",
      txHash: null,
    },
  ]);
  await approve(one.account, plan.amount);
  await warpTo(world, new Date(Date.now()));
  await one.after(23);
  const told = await toldOf(world, one.id);
  const made = await activities(one.id);
  // What the agent says it did is what was done: a row for each try.
  expect(made).toHaveLength(told.filter((type) => type === "recovery_attempt").length);
  expect(told).toContain("recovery_outcome");
  const [{ txHash } = { txHash: null }] = await world.db<{ txHash: string | null }[]>`
    select t.tx_hash from subscription_charges c join transactions t on t.id = c.transaction_id
    where c.subscription_id = ${one.id} order by c.period desc limit 1`;
  expect(made.at(-1)).toMatchObject({ outcome: "pending", txHash });
  const events = await world.db`
    select from events where type = 'agent.action_executed'
      and object -> 'resource' ->> 'id' = ${one.id}`;
  expect(events).toHaveLength(made.length);
});

test("the mail shows markup of a template as text", async () => {
  const html = await mailHtml({
    lang: "en",
    subject: "",
    preheader: "",
    heading: "",
    paragraphs: ["10 USDC <b>failed</b>"],
    facts: [],
    button: { label: "", url: "https://x.example", hint: "" },
    notice: null,
    footer: "",
    unsubscribe: null,
  });
  expect(html).toContain("&lt;b&gt;failed&lt;/b&gt;");
});
