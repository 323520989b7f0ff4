import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { workByChain } from "./work-by-chain";

/** What was begun and what was postponed, of items that are due on chains 1, 2 and so on. */
function workOn(due: string[][], act: (item: string) => unknown = () => {}, ms = 60_000) {
  const begun: string[] = [];
  const postponed: string[] = [];
  const ended = workByChain({
    chainIds: due.map((_, index) => index + 1),
    until: new Date(Date.now() + ms),
    find: async (chainId) => due[chainId - 1] ?? [],
    run: async (item) => {
      begun.push(item);
      await act(item);
    },
    postpone: async (item) => {
      postponed.push(item);
    },
  });
  return { begun, postponed, ended };
}

test("a chain that does not answer takes up the time of one item, and keeps no other back", async () => {
  let giveUp = () => {};
  const silence = new Promise((_, reject) => {
    giveUp = () => reject(new RpcUnavailable("away"));
  });
  const due = [
    ["dead 1", "dead 2", "dead 3"],
    ["good 1", "good 2"],
  ];
  const work = workOn(due, (item) => item.startsWith("dead") && silence);
  await vi.waitFor(() => expect(work.begun).toEqual(["dead 1", "good 1", "good 2"]));
  giveUp();
  expect(await work.ended).toBe(2);
  expect(work.begun).toHaveLength(3);
  expect(work.postponed).toEqual(["dead 1"]);
});

test("an answer that says no, or makes no sense, concerns its item alone", async () => {
  const troubles = [new RpcError(3, "execution reverted", null), new ChainDoubt("no block")];
  const work = workOn([["bad 1", "bad 2", "good"]], (item) => {
    const trouble = item.startsWith("bad") && troubles.shift();
    if (trouble) throw trouble;
  });
  expect(await work.ended).toBe(3);
  expect(work.postponed).toEqual(["bad 1", "bad 2"]);
});

test("once the time is up no item is begun, and none is postponed", async () => {
  const work = workOn([["slow", "late"]], () => sleep(60), 20);
  expect(await work.ended).toBe(1);
  expect(work).toMatchObject({ begun: ["slow"], postponed: [] });
  expect(await workOn([["late"]], () => {}, -1).ended).toBe(0);
});

test("an error of our own is thrown when the other chains are done", async () => {
  const work = workOn([["wrong", "next"], ["good"]], (item) =>
    item === "wrong" ? Promise.reject(new Error("a bug")) : sleep(20),
  );
  await expect(work.ended).rejects.toThrow("a bug");
  expect(work).toMatchObject({ begun: ["wrong", "good"], postponed: [] });
});
