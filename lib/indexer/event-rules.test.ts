import { expect, test } from "vitest";
import { bookedTopics } from "@/lib/adapters/chain/events/booked-topics";
import { contractKinds } from "@/lib/core/chain/contract-kinds";
import { rulesOf } from "./event-rules";

test("what a second reading and a suspect look for are the events that have a rule, and no others", () => {
  const read = contractKinds.flatMap((kind) => rulesOf({ kind, version: 1 }));
  expect(new Set(read.map(({ topic }) => topic))).toEqual(bookedTopics);
});
