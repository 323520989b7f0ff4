import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

const lease = "a lease";
const sent = "how long a node has had a transaction";
const jobs = "when a job ran, whatever the time of the business";
const limit = "a limit of how often, per day of the network's clients";
const outages = "when operators were told of an outage";
const replays = "how long a replay has not got on";
const wakes = "how long a wake-up or a job has waited to be taken";

/** Where SQL of the domain goes by real time, and how often; all else goes by the time of the business. */
const signIn = "how long a sign-in holds";
const lists = "when wallets were screened after a file had changed";
const keepers = "when a contract was asked about a wallet";
const realTime: Readonly<Record<string, readonly [times: number, why: string]>> = {
  "compliance/repeat-round.ts": [1, lists],
  "compliance/rescreen-wallets.ts": [4, lists],
  "operations/read-rescreening.ts": [1, lists],
  "operations/clock/clock-lease.ts": [4, lease],
  "operations/clock/install-clock.ts": [2, "what clock_now() is made of"],
  "merchants/store-contact-message.ts": [1, "how long a message is kept"],
  "platform/events/stream-events.ts": [4, lease],
  "operations/heartbeat/beat.ts": [2, jobs],
  "operations/heartbeat/read-pulse.ts": [2, jobs],
  "platform/images/fetch-images.ts": [3, `${lease}, and when others' servers are asked again`],
  "platform/images/put-image-url.ts": [2, "when others' servers are asked"],
  "mails/claim-mails.ts": [2, lease],
  "mails/drain-mails.ts": [1, lease],
  "merchants/prove-wallet.ts": [2, "how long what a wallet signs is good"],
  "merchants/request-wallet-proof.ts": [2, "how long what a wallet signs is good"],
  "operations/alerts/read-unsent-alerts.ts": [2, outages],
  "operations/alerts/send-stored-notices.ts": [4, outages],
  "operations/alerts/store-alerts.ts": [23, outages],
  "operations/note-job-run.ts": [1, jobs],
  "operations/read-work-status.ts": [3, `${wakes}, or its lease has run out`],
  "operations/stored-state.ts": [8, `${wakes}, ${lease}, ${jobs}, or a chain's doubt`],
  "operations/stored-replays.ts": [1, replays],
  "platform/outbox/fold-wakes.ts": [1, lease],
  "platform/outbox/publish.ts": [3, `${lease}, and when a wake-up was taken`],
  "operations/reconcile.ts": [1, lease],
  "operations/read-book-checks.ts": [2, "when the nightly job last compared"],
  "operations/read-hidden-logs.ts": [
    2,
    "what a node said, and for how long a transaction waits for one",
  ],
  "operations/read-images.ts": [1, "for how long a server was not asked"],
  "operations/read-renewals.ts": [1, keepers],
  "operations/read-secret-uses.ts": [1, signIn],
  "subscriptions/payer-home/begin-sign-in.ts": [1, signIn],
  "subscriptions/payer-home/complete-sign-in.ts": [4, signIn],
  "subscriptions/payer-home/payer-session.ts": [1, signIn],
  "wallets/creations/creation-budget.ts": [2, limit],
  "wallets/gas-budget.ts": [3, limit],
  "wallets/nonces/assess-wallet.ts": [1, "when a node was asked for a balance"],
  "wallets/nonces/block-wallet.ts": [1, "a pause before nodes are asked again"],
  "wallets/nonces/find-open-slots.ts": [2, sent],
  "wallets/nonces/reopen-slots.ts": [1, sent],
  "wallets/nonces/send-attempt.ts": [2, sent],
  "wallets/nonces/wallet-lease.ts": [2, lease],
  "wallets/queue/claim-submissions.ts": [2, lease],
  "wallets/read-pending-work.ts": [1, "a pause before nodes are asked again"],
  "subscriptions/charges/due-renewals.ts": [1, keepers],
  "subscriptions/charges/keeper-wallets.ts": [1, keepers],
  "operations/request-log/write-requests.ts": [
    1,
    "what a process's clock is behind the business by",
  ],
  "operations/retention/remove-aged.ts": [1, signIn],
  "operations/retention/retention-progress.ts": [2, jobs],
  "operations/retention/service-rows.ts": [4, `${limit}, and ${wakes}`],
  "webhooks/deliveries/claim-dispatches.ts": [
    7,
    `${lease}, the moment of a statement, and what a receiver's clock shows`,
  ],
  "webhooks/deliveries/drain-webhooks.ts": [1, lease],
  "webhooks/replays/feed-replays.ts": [2, replays],
};

/** People sign in by real time, whatever a simulated clock says. */
const allByRealTime = "identity/";

/** Real time in SQL; a JavaScript clock has something before `now`. */
const bare =
  /(?<![\w.])now\(\)|\b(?:current_timestamp|localtimestamp|(?:statement|transaction|clock)_timestamp)\b/gi;

test("SQL of the domain goes by the time of the business, but for what is named here", () => {
  const folder = join(projectRoot, "lib/domain");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith(allByRealTime),
  );
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const code = lines.filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line)).join("\n");
    const times = code.match(bare)?.length ?? 0;
    return times > 0 ? [[file, times] as const] : [];
  });
  const allowed = Object.entries(realTime).map(([file, [times]]) => [file, times]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
});
