import {
  failingCharges,
  fixedDays,
  type Outcome,
  recoverAtTimes,
  recoverOnArrival,
  smartRetries,
} from "./cohort";

/*
 * A year of monthly charges of simulated payers, whose wallets are short now and then: what is recovered when money is seen
 * as it comes, and what by tries at fixed times. Nothing of it is measured on people; scripts/prove/bench/cohort.ts has what is
 * assumed of them.
 */
const PAYERS = Number(process.env.BENCH_PAYERS ?? 10_000);
const SEED = Number(process.env.BENCH_SEED ?? 1);

const cohort = failingCharges(PAYERS, SEED);
console.log(
  `${PAYERS} payers, ${PAYERS * 12} charges, ${cohort.length} fail at first (seed ${SEED})`,
);
const within = (tries: readonly number[], hours: number) => tries.filter((time) => time <= hours);
const rows: [name: string, outcome: Outcome][] = [
  ...([24, 48, 72] as const).map((graceHours): [string, Outcome] => [
    `ours, ${graceHours} h of grace`,
    recoverOnArrival(cohort, { graceHours, strategy: "twice" }),
  ]),
  ["eight tries in two weeks, the first 72 h", recoverAtTimes(cohort, within(smartRetries, 72))],
  ["eight tries in two weeks", recoverAtTimes(cohort, smartRetries)],
  ["after 3, 5 and 7 days, the first 72 h", recoverAtTimes(cohort, within(fixedDays, 72))],
  ["after 3, 5 and 7 days", recoverAtTimes(cohort, fixedDays)],
];
for (const [name, { recovered, attempts, delays }] of rows) {
  const share = ((100 * recovered) / cohort.length).toFixed(1).padStart(5);
  const median = delays[Math.floor(delays.length / 2)]?.toFixed(0) ?? "–";
  const tries = (attempts / cohort.length).toFixed(1);
  console.log(
    `${name.padEnd(42)} ${share} % recovered, half of them within ${median} h, ${tries} tries each`,
  );
}
