import { afterAll, beforeAll, expect, test } from "vitest";
import * as transactions from "@/lib/contract/transactions";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { readFirstPage, readOneObject } from "./dashboard-data";
import type { DashboardVisit } from "./dashboard-page";

let world: WebhookWorld;
let visitor: DashboardVisit["visitor"];

beforeAll(async () => {
  world = await createWebhookWorld();
  const { db, merchantId } = world;
  const id = newId("user");
  visitor = {
    ...{ provider: "test", subject: `did:test:${id}`, sessionId: "ses_1" },
    ...{ email: "ada@x.example", hasSecondFactor: false },
  };
  await db`insert into users ${db({ id, provider: "test", subject: visitor.subject })}`;
  await db`insert into memberships ${db({ userId: id, merchantId, isDefault: true })}`;
});
afterAll(() => world.stop());

function visitOf(query = "", merchantId: string | null = world.merchantId): DashboardVisit {
  const business = merchantId && { id: merchantId, status: "active" as const, name: "Aurora" };
  return {
    ctx: { ...world.system(), actor: { kind: "public", ip: "::1" } },
    browser: { token: null, userAgent: null, addressPrefix: null },
    visitor,
    business: business || null,
    query: new URLSearchParams(query),
    frame: {
      ...{
        path: "/dashboard/transactions",
        origin: "https://pay.example",
        mode: "live",
        hasLive: true,
        email: "ada@x.example",
      },
      ...{ elsewhere: null, business: business || null, businesses: [] },
    },
  };
}

interface Asked {
  readonly actor: MerchantActor;
  readonly input: unknown;
}

/** A list that is empty, and notes who asks for what. */
function emptyList() {
  const asked: Asked[] = [];
  const list = async ({ actor }: Context<MerchantActor>, input: unknown) => {
    asked.push({ actor, input });
    return {
      object: "list" as const,
      data: [],
      hasMore: false,
      nextCursor: null,
      url: "/v1/transactions",
    };
  };
  return { asked, list };
}

const refuses = async () => {
  throw new Refusal("not_found", "There is no such transaction.", {
    details: { reason: "resource_missing" },
  });
};

test("a first page is what whoever is signed in is shown, with the filters of the page's address alone", async () => {
  const { asked, list } = emptyList();
  const visit = visitOf("mode=live&status=confirmed&customerId=&cursor=abc&limit=3&tab=x");
  const first = await readFirstPage(visit, transactions.listTransactions, list);
  expect(first).toMatchObject({
    query: { status: "confirmed" },
    page: { data: [], nextCursor: null },
  });
  expect(first?.readAt).toBeGreaterThan(Date.now() - 60_000);
  expect(asked).toEqual([
    {
      input: expect.objectContaining({ status: "confirmed" }),
      actor: expect.objectContaining({
        ...{ kind: "session", merchantId: world.merchantId, mode: "live", sessionId: "ses_1" },
      }),
    },
  ]);
  expect(asked[0]?.input).toMatchObject({ limit: 50 });
  expect(asked[0]?.input).not.toHaveProperty("cursor", "abc");
});

test("what a page always shows cannot be changed by its address", async () => {
  const { asked, list } = emptyList();
  const visit = visitOf("customerId=cus_other");
  const fixed = { customerId: "cus_own" };
  const first = await readFirstPage(visit, transactions.listTransactions, list, fixed);
  expect(first?.query).toEqual(fixed);
  expect(asked[0]?.input).toMatchObject(fixed);
});

test("a page whose address is wrong is not read here: its own request says what is wrong", async () => {
  const { asked, list } = emptyList();
  const visit = visitOf("status=nothing");
  expect(await readFirstPage(visit, transactions.listTransactions, list)).toBeNull();
  expect(asked).toEqual([]);
});

test("a business that somebody does not belong to is not read for them, whatever their browser names", async () => {
  const { asked, list } = emptyList();
  const visit = visitOf("", await world.addMerchant());
  await expect(readFirstPage(visit, transactions.listTransactions, list)).rejects.toThrow(
    "You do not belong",
  );
  expect(asked).toEqual([]);
});

test("before somebody has a business there is nothing to read, and nothing that is missing", async () => {
  const { asked, list } = emptyList();
  const visit = visitOf("", null);
  expect(await readFirstPage(visit, transactions.listTransactions, list)).toBeNull();
  expect(await readOneObject(visit, transactions.getTransaction, refuses, "txn_1")).toBeNull();
  expect(asked).toEqual([]);
});

test("a page of an object that is not there is not found", async () => {
  const visit = visitOf();
  const id = newId("transaction");
  await expect(
    readOneObject(visit, transactions.getTransaction, refuses, id),
  ).rejects.toMatchObject({ digest: expect.stringContaining("404") });
});

test("a fault is no missing object", async () => {
  const fails = async () => {
    throw new Error("the database is away");
  };
  const reading = readOneObject(visitOf(), transactions.getTransaction, fails, "txn_1");
  await expect(reading).rejects.toThrow("the database is away");
});
