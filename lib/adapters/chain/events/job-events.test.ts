import { type Abi, type AbiEvent, encodeAbiParameters, keccak256, toEventSelector } from "viem";
import { numberToHex, stringToHex } from "viem/utils";
import { expect, test } from "vitest";
import { jobEscrowAbi as abi } from "@/lib/adapters/chain/abi/job-escrow";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { jobEventNames, statusAfter } from "@/lib/core/agents/job-events";
import { addressTopic, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { decodeJobEvent, jobEventKinds } from "./job-events";
import type { ChainLog } from "./parse-log";

const [registry, account, token] = ["0a", "0b", "0c"].map((byte) =>
  lowerHex(`0x${byte.repeat(20)}`),
) as [Hex, Hex, Hex];
const jobId = 2n ** 200n + 7n;
const deliverable: Bytes32 = `0x${"d1".repeat(32)}`;

/** Each field of an event by its name, as the contract would log it. */
const values: Readonly<Record<string, unknown>> = {
  ...{ registry, jobId, client: account, provider: account, evaluator: account, rejector: account },
  ...{ to: account, token, merchantId: 5n, amount: 41n, feeBps: 75n, expiredAt: 99n, fee: 3n },
  ...{ deliverable, reason: keccak256(stringToHex("why")), from: 3 },
};

function logOf(name: (typeof jobEventNames)[number]): ChainLog {
  const events: Abi = abi;
  const item = events.find((one): one is AbiEvent => one.type === "event" && one.name === name);
  if (!item) throw new Error(`the contract has no ${name}`);
  const plain = item.inputs.filter(({ indexed }) => !indexed);
  const data = encodeAbiParameters(
    plain,
    plain.map((input) => values[input.name ?? ""]),
  );
  return {
    blockNumber: 1n,
    blockHash: `0x${"0b".repeat(32)}`,
    txHash: `0x${"0c".repeat(32)}`,
    logIndex: 4,
    address: lowerHex(`0x${"0e".repeat(20)}`),
    topics: [
      toEventSelector(item),
      addressTopic(registry),
      numberToHex(jobId, { size: 32 }),
      addressTopic(account),
    ],
    data,
  };
}

const nothing = {
  ...{ client: null, amount: null, fee: null, feeBps: null },
  ...{ deliverable: null, fromStatus: null },
};

test.each([
  ["JobFunded", { client: account, amount: 41n, feeBps: 75 }],
  ["JobSubmitted", { deliverable }],
  ["JobCompleted", { amount: 41n, fee: 3n }],
  ["JobRejected", { fromStatus: 3, amount: 41n }],
  ["JobExpired", { client: account, fromStatus: 3, amount: 41n }],
  ["PaymentReleased", { amount: 41n }],
  ["Refunded", { amount: 41n }],
  ["PaymentHeld", { amount: 41n }],
] as const)("%s says of a job what the contract logged, and no more", (event, said) => {
  expect(decodeJobEvent(logOf(event))).toEqual({ ...nothing, event, chainJobId: jobId, ...said });
});

test("every event of a job has a topic of its own, and moves the job or its money", () => {
  expect(new Set(jobEventKinds.map(({ topic }) => topic)).size).toBe(jobEventNames.length);
  const moving = jobEventNames.filter((name) => statusAfter(name) !== null);
  expect(moving).toEqual([
    "JobFunded",
    "JobSubmitted",
    "JobCompleted",
    "JobRejected",
    "JobExpired",
  ]);
  expect(moving.map(statusAfter)).toEqual([
    ...["funded", "submitted", "completed", "rejected", "expired"],
  ]);
});

test.each(jobEventNames)(
  "%s with a word more or less, or a field that is not indexed, is doubted",
  (name) => {
    const log = logOf(name);
    const [topic, first, ...rest] = log.topics;
    for (const broken of [
      { ...log, data: `${log.data}${"0".repeat(64)}` as Hex },
      { ...log, data: "0x" as Hex },
      { ...log, topics: log.topics.slice(0, 3) },
      { ...log, topics: [deliverable, first, ...rest] as Bytes32[] },
      { ...log, topics: [topic, first, ...rest.slice(0, -1), deliverable] as Bytes32[] },
    ]) {
      expect(() => decodeJobEvent(broken)).toThrow(ChainDoubt);
    }
  },
);
