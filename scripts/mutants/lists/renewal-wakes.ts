import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/domain/renewals";
const renewals = `${folder}/renewals.test.ts`;

export const mutants: readonly LineMutant[] = [
  {
    name: "the relay that rests is not woken for what falls due",
    file: "lib/indexer/note-head.ts",
    from: "    await wake(tx, wakes.relay, { chainId });\n",
    to: "",
    test: renewals,
    match: "wakes the relay",
  },
  {
    name: "what is due already wakes the relay with each block",
    file: `${folder}/due-renewals.ts`,
    from: "s.attempt_at > c.head_at and s.attempt_at <= ${upTo}",
    to: "s.attempt_at <= ${upTo}",
    test: renewals,
    match: "wakes the relay",
  },
  {
    name: "who is paused wakes the relay",
    file: `${folder}/due-renewals.ts`,
    from: "return db`s.attempt_at is not null and s.paused_at is null",
    to: "return db`s.attempt_at is not null",
    test: renewals,
    match: "wakes no relay",
  },
  {
    name: "what falls due soon does not have the chain followed",
    file: "lib/indexer/pace.ts",
    from: "unfinished || inGrace || dueSoon;",
    to: "unfinished || inGrace;",
    test: "lib/indexer/index-chain.test.ts",
    match: "the pace follows",
  },
  {
    name: "what is due in days has the chain followed",
    file: "lib/indexer/open-work.ts",
    from: "const SOON_SECONDS = 60;",
    to: "const SOON_SECONDS = 600_000;",
    test: renewals,
    match: "wakes the relay",
  },
];
