import { afterAll, beforeAll, expect, test } from "vitest";
import * as transactions from "@/lib/contract/payments/transactions";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { addVisitor } from "@/testing/dashboard-visit";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { readFirstPage, readOneObject } from "./dashboard-data";

let world: WebhookWorld;
let visit: Awaited<ReturnType<typeof addVisitor>>;

beforeAll(async () => {
  world = await createWebhookWorld();
  visit = await addVisitor(world);
});
afterAll(() => world.stop());

const visitOf = (query = "", merchantId: string | null = world.merchantId) =>
  visit({ mode: "live", query, merchantId });

interface ReadCall {
  readonly actor: MerchantActor;
  readonly input: unknown;
}

/** A list that is empty, and notes who asks for what. */
function emptyList() {
  const asked: ReadCall[] = [];
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
  const seen = visitOf("mode=live&status=confirmed&customerId=&cursor=abc&limit=3&tab=x");
  const first = await readFirstPage(seen, transactions.listTransactions, list);
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
  const seen = visitOf("customerId=cus_other");
  const fixed = { customerId: "cus_own" };
  const first = await readFirstPage(seen, transactions.listTransactions, list, fixed);
  expect(first?.query).toEqual(fixed);
  expect(asked[0]?.input).toMatchObject(fixed);
});

test("a page whose address is wrong is not read here: its own request says what is wrong", async () => {
  const { asked, list } = emptyList();
  const seen = visitOf("status=nothing");
  expect(await readFirstPage(seen, transactions.listTransactions, list)).toBeNull();
  expect(asked).toEqual([]);
});

test("a business that somebody does not belong to is not read for them, whatever their browser names", async () => {
  const { asked, list } = emptyList();
  const seen = visitOf("", await world.addMerchant());
  await expect(readFirstPage(seen, transactions.listTransactions, list)).rejects.toThrow(
    "You do not belong",
  );
  expect(asked).toEqual([]);
});

test("before somebody has a business there is nothing to read, and nothing that is missing", async () => {
  const { asked, list } = emptyList();
  const seen = visitOf("", null);
  expect(await readFirstPage(seen, transactions.listTransactions, list)).toBeNull();
  expect(await readOneObject(seen, transactions.getTransaction, refuses, "txn_1")).toBeNull();
  expect(asked).toEqual([]);
});

test("a page of an object that is not there is not found", async () => {
  const seen = visitOf();
  const id = newId("transaction");
  await expect(readOneObject(seen, transactions.getTransaction, refuses, id)).rejects.toMatchObject(
    { digest: expect.stringContaining("404") },
  );
});

test("a fault is no missing object", async () => {
  const fails = async () => {
    throw new Error("the database is away");
  };
  const reading = readOneObject(visitOf(), transactions.getTransaction, fails, "txn_1");
  await expect(reading).rejects.toThrow("the database is away");
});
