import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { rescreenWallets as rescreen } from "@/lib/domain/compliance/rescreen-wallets";
import { resealIdentity } from "@/lib/domain/identity/reseal-identity";
import { rotateSigningKeys as rotate } from "@/lib/domain/identity/signing-keys";
import { keepFigures as keep } from "@/lib/domain/insight/figures/keep-figures";
import { noteDifferences } from "@/lib/domain/insight/figures/note-differences";
import type { FigureOwner } from "@/lib/domain/insight/figures/recounts";
import { judgePayouts as judge } from "@/lib/domain/merchants/registrations/judge-payouts";
import { reconcile as wakeOverdue } from "@/lib/domain/operations/reconcile";
import { preparePartitions as prepare } from "@/lib/domain/operations/request-log/prepare-partitions";
import { removeOldRows as remove } from "@/lib/domain/operations/retention/remove-old-rows";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { fetchImages as fetch } from "@/lib/domain/platform/images/fetch-images";
import { resealSecrets as resealWebhooks } from "@/lib/domain/webhooks/endpoints/reseal-secrets";
import { checkNextBooks } from "@/lib/indexer/books/check-next-books";

/** Makes the partitions of the coming days, hourly. */
export const preparePartitions = inngest.createFunction(
  {
    id: "prepare-partitions",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "23 * * * *" }],
  },
  async ({ step }) => {
    await step.run("prepare", () => runJob("prepare-partitions", prepare));
  },
);

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;

/** Removes rows whose time is over, every ten minutes; a long backlog takes several steps, and runs. */
export const removeOldRows = inngest.createFunction(
  {
    id: "remove-old-rows",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "*/10 * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { more } = await step.run(`remove-${round}`, () =>
        runJob("remove-old-rows", (ctx) => remove(ctx, { until: new Date(Date.now() + STEP_MS) })),
      );
      if (!more) return;
    }
  },
);

/** Changes the key of access tokens when it is old. */
export const rotateSigningKeys = inngest.createFunction(
  { id: "rotate-signing-keys", retries: 1, triggers: [{ cron: "23 * * * *" }] },
  ({ step }) => step.run("rotate", () => runJob("rotate-signing-keys", rotate)),
);

/** Compares the counters behind the statistics with a recount, nightly. */
export const compareFigures = inngest.createFunction(
  {
    id: "compare-figures",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "41 2 * * *" }],
  },
  async ({ step }) => {
    let after: FigureOwner | null = null;
    for (let round = 1; ; round += 1) {
      const from: FigureOwner | null = after;
      after = await step.run(`compare-${round}`, () =>
        runJob<FigureOwner | null>("compare-figures", (ctx) =>
          noteDifferences(ctx, { after: from, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (after === null) return;
    }
  },
);

/** A long history is compared in several nights: each goes on where the last one ended. */
const MAX_BOOK_STEPS = 40;

/** Compares the books with what another node shows of the chain, nightly. */
export const checkBooks = inngest.createFunction(
  {
    id: "check-books",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "17 3 * * *" }],
  },
  async ({ step }) => {
    let after: number | null = 0;
    for (let round = 1; after !== null && round <= MAX_BOOK_STEPS; round += 1) {
      const from: number = after;
      after = await step.run(`check-${round}`, () =>
        runJob<number | null>("check-books", (ctx) =>
          checkNextBooks(ctx, { after: from, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
    }
  },
);

/** Judges payout addresses that owners set on the chain, each minute. */
export const judgePayouts = inngest.createFunction(
  {
    id: "judge-payouts",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "* * * * *" }],
  },
  ({ step }) => step.run("judge", () => runJob("judge-payouts", judge)),
);

/** Screens known wallets when a list file has changed, some each minute. */
export const rescreenWallets = inngest.createFunction(
  {
    id: "rescreen-wallets",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "* * * * *" }],
  },
  ({ step }) => step.run("rescreen", () => runJob("rescreen-wallets", rescreen)),
);

/** Keeps what the statistics expect and say of each day, nightly. */
export const keepFigures = inngest.createFunction(
  {
    id: "keep-figures",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ cron: "11 0 * * *" }],
  },
  async ({ step }) => {
    let after: FigureOwner | null = null;
    for (let round = 1; ; round += 1) {
      const from: FigureOwner | null = after;
      after = await step.run(`keep-${round}`, () =>
        runJob<FigureOwner | null>("keep-figures", (ctx) =>
          keep(ctx, { after: from, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (after === null) return;
    }
  },
);

const MAX_ROUNDS = 50;

const reseal = async (ctx: Context<SystemActor>) =>
  (await resealWebhooks(ctx)) + (await resealIdentity(ctx));

/** After a change of the secret key, moves what the previous one sealed to the new one. */
export const resealSecrets = inngest.createFunction(
  { id: "reseal-secrets", retries: 1, triggers: [{ cron: "7 * * * *" }] },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const sealed = await step.run(`reseal-${round}`, () => runJob("reseal-secrets", reseal));
      if (sealed === 0) return;
    }
  },
);

/**
 * Fetches merchants' pictures: woken when a URL is given, and by the clock for retries. One at a time keeps few files
 * in memory.
 */
export const fetchImages = inngest.createFunction(
  {
    id: "fetch-images",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.images }, { cron: "* * * * *" }],
  },
  ({ step }) =>
    step.run("fetch", () =>
      runJob("fetch-images", (ctx) => fetch(ctx, { until: new Date(Date.now() + STEP_MS) })),
    ),
);

/** Wakes the jobs that have overdue work: a wake-up may be lost, the row that asked for it is not. */
export const reconcile = inngest.createFunction(
  { id: "reconcile", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("wake-overdue", () => runJob("reconcile", wakeOverdue));
  },
);
