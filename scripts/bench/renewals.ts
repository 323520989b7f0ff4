import { measureFailures, measureRecovery } from "./renewal-recovery";
import { enrol, openRenewalStage, type RenewalStage } from "./renewal-stage";
import { workUntil } from "./renewal-work";

/*
 * Subscriptions that fall due in the same second: from the block in which they do to the last of their charges signed, in a
 * block, and in the books, two blocks behind the head. Then those of payers who have nothing, and how soon they are charged
 * once they have. Keepers, indexer, Postgres and the chain share the machine.
 */
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 5_000);
const RUNS = [
  { name: "one merchant", merchants: 1, aim: 100 },
  { name: "500 merchants", merchants: 500, aim: 60 },
];

interface Progress {
  enrolled: number;
  signed: number;
  mined: number;
  booked: number;
}

async function progressOf({ db }: RenewalStage): Promise<Progress> {
  const [row] = await db<Progress[]>`
    select (select count(*)::int from subscriptions where status <> 'pending') as enrolled,
      (select count(*)::int from subscription_renewals) as signed,
      (
        select count(*)::int from subscription_renewals r join relay_batches b on b.id = r.batch_id
        where b.state in ('mined', 'consumed')
      ) as mined,
      (select count(*)::int from subscription_charges) as booked`;
  if (!row) throw new Error("counts have a row");
  return row;
}

/** Seconds until all was signed, in blocks, and booked. */
async function chargeAll(stage: RenewalStage, expected: number) {
  await stage.anvil.request("evm_increaseTime", [86_401]);
  const startedAt = performance.now();
  const at = { signed: 0, mined: 0, booked: 0 };
  await workUntil(stage, async () => {
    const progress = await progressOf(stage);
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const step of ["signed", "mined", "booked"] as const) {
      if (progress[step] >= expected) at[step] ||= seconds;
    }
    return at.booked > 0;
  });
  return at;
}

const perSecond = (seconds: number) => `${(SUBSCRIPTIONS / seconds).toFixed(0)}/s`;

const stage = await openRenewalStage();
let expected = 0;
for (const { name, merchants, aim } of RUNS) {
  await enrol(stage, { count: SUBSCRIPTIONS, merchants });
  expected += SUBSCRIPTIONS;
  await workUntil(stage, async () => (await progressOf(stage)).enrolled === expected);
  await stage.db`analyze`;
  const { signed, mined, booked } = await chargeAll(stage, expected);
  console.log(
    `${name}: ${SUBSCRIPTIONS} charges final in ${booked.toFixed(1)} s, ${perSecond(booked)} (aim ${aim}/s); signed ${perSecond(signed)}, in blocks ${perSecond(mined)}`,
  );
}
await measureFailures(stage);
await measureRecovery(stage);
await stage.stop();
process.exit();
