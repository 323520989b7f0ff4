import { existsSync } from "node:fs";
import type { Note } from "@/scripts/run/demo/progress";
import type { Stipend } from "@/sdk/src/stipend";
import { type HistoryStage, openBusiness } from "./business";
import { type Ahead, liveDay } from "./live-day";

const DAY_MS = 86_400_000;

/**
 * When the past begins.
 * @throws Error: there are data of an earlier run, whose time cannot be set back
 */
export function pastStart(days: number, chainFolder: string): Date {
  if (!existsSync(chainFolder)) return new Date(Date.now() - days * DAY_MS);
  throw new Error("--history begins with new data: add --reset, or choose another --data-dir");
}

/**
 * Lives through the demo merchant's last days: orders, renewals, failures, refunds and invoices by API, relay and
 * chain, while the clock, which was set back, moves up to real time.
 */
export async function makeHistory(stage: HistoryStage, note: Note): Promise<void> {
  const business = await openBusiness(stage);
  const ahead: Ahead = { paid: [], invoices: [], joined: 0, billed: 0 };
  let paid = 0;
  for (let day = 0; day < stage.days; day += 1) {
    paid += await liveDay(business, ahead, day);
    await advance(business.api, { by: "1d" });
    note(`day ${day + 1} of ${stage.days}`);
  }
  await advance(business.api, { to: new Date().toISOString() });
  note(`${stage.days} days, ${paid} paid orders, ${ahead.joined} subscribers`);
}

/** One call waits for 40 seconds at most. */
async function advance(api: Stipend, move: { by: string } | { to: string }): Promise<void> {
  for (let next = move; ; ) {
    const { finished, now, target } = await api.testClock.advance(next, { timeoutMs: 90_000 });
    if (finished) return;
    next = now < target ? { to: target } : { by: "1s" };
  }
}
