import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type { ChargeProgress } from "@/lib/contract/subscriptions/payer-home";
import { followProgress } from "./follow-progress";

const ok = (state: ChargeProgress["state"]): Answer<ChargeProgress> => ({
  ok: true,
  value: { state },
});
const refused = (reason: string): Answer<ChargeProgress> => ({
  ok: false,
  reason,
  retryAfterSeconds: null,
  requestId: null,
});
const waiting = ok("waiting");
const isOver = ({ state }: ChargeProgress) => state === "over";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows a charge whose looks are answered in turn, the last one again and again. */
function follow(...answers: [Answer<ChargeProgress>, ...Answer<ChargeProgress>[]]) {
  const [first] = answers;
  const read = vi.fn(async () => answers.shift() ?? first);
  const onOver = vi.fn();
  const onGiveUp = vi.fn();
  return { read, onOver, onGiveUp, stop: followProgress({ read, isOver, onOver, onGiveUp }) };
}

test("a charge is followed until it is over, through looks without an answer, and no longer", async () => {
  const { read, onOver, onGiveUp } = follow(waiting, refused("offline"), ok("sent"), ok("over"));
  await vi.advanceTimersByTimeAsync(4_500);
  expect(onOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(onOver).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(4);
  expect(onGiveUp).not.toHaveBeenCalled();
});

test("the looks are as many as a minute allows, become rarer, and have an end", async () => {
  const { read, onGiveUp } = follow(waiting);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(40);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(46);
  await vi.advanceTimersByTimeAsync(28 * 60_000);
  expect(onGiveUp.mock.calls).toEqual([["late"]]);
  const { length } = read.mock.calls;
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(read).toHaveBeenCalledTimes(length);
});

test("nobody is asked for once nobody is signed in, or the page is left", async () => {
  for (const reason of ["signed_out", "resource_missing"]) {
    const out = follow(refused(reason));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(out.read).toHaveBeenCalledOnce();
    expect(out.onGiveUp.mock.calls).toEqual([["signed_out"]]);
  }
  const left = follow(waiting);
  left.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(left.read).not.toHaveBeenCalled();
});
