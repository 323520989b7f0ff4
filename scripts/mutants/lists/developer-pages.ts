import type { LineMutant } from "@/scripts/mutants/line-mutant";

const inspector = "lib/domain/webhook-inspector";
const inspectorTest = { test: `${inspector}/webhook-inspector.test.ts` };
const requests = {
  file: "lib/domain/request-log/list-requests.ts",
  test: "lib/domain/request-log/list-requests.test.ts",
};
const errors = { ...requests, file: "lib/domain/request-log/list-request-errors.ts" };
const volume = {
  file: "lib/domain/stats/get-volume.ts",
  test: "lib/domain/stats/get-volume.test.ts",
};
const home = { test: "lib/domain/home/home.test.ts" };

export const mutants: readonly LineMutant[] = [
  {
    ...inspectorTest,
    name: "an address that is only like an inspector's takes the short way",
    file: `${inspector}/inspector-url.ts`,
    from: 'idPattern("webhookInspector").test(id) && url === inspectorUrl(config, id)',
    to: "url.startsWith(config.APP_URL)",
    match: "only an inspector's own address",
  },
  {
    ...inspectorTest,
    name: "anybody registers an inspector of somebody else",
    file: "lib/domain/webhook-endpoints/check-url.ts",
    from: "if (owner?.merchantId === actor.merchantId && owner.mode === actor.mode) return",
    to: "if (owner) return",
    match: "nobody registers it elsewhere",
  },
  {
    ...inspectorTest,
    name: "webhooks come to an inspector of another merchant or mode",
    file: `${inspector}/deliver-to-inspector.ts`,
    from: "if (merchantId !== owner.merchantId || mode !== owner.mode) {",
    to: "if (merchantId === undefined) {",
    match: "nothing comes of others",
  },
  {
    ...inspectorTest,
    name: "any number of webhooks is kept by an inspector",
    file: `${inspector}/receive-webhook.ts`,
    from: "order by created_at desc offset ${keptWebhooks - 1}",
    to: "order by created_at desc offset ${9 * keptWebhooks}",
    match: "the newest hundred",
  },
  {
    ...inspectorTest,
    name: "an inspector takes bodies of any size",
    file: `${inspector}/deliver-to-inspector.ts`,
    from: "if (Buffer.byteLength(body) > maxInspectedBytes)",
    to: "if (Buffer.byteLength(body) > 9 * maxInspectedBytes)",
    match: "the newest hundred",
  },
  {
    ...inspectorTest,
    name: "a webhook that is signed with another secret is shown as good",
    file: "lib/core/verify-webhook.ts",
    from: 'if (!isSigned) return "mismatch";',
    to: "",
    match: "signature is checked",
  },
  {
    ...inspectorTest,
    name: "a webhook of long ago is shown as good",
    file: "lib/core/verify-webhook.ts",
    from: "const TOLERANCE_SECONDS = 300;",
    to: "const TOLERANCE_SECONDS = 3_000;",
    match: "signature is checked",
  },
  {
    ...requests,
    name: "the request log shows what persons asked",
    from: "and starts_with(r.caller, 'ak_')",
    to: "and starts_with(r.caller, '')",
  },
  {
    ...requests,
    name: "the request log shows requests of others",
    from: 'where ${ownedBy(db, actor, "r")} and',
    to: "where true and",
  },
  {
    ...errors,
    name: "errors are counted of any age",
    from: "new Date((await readClock(db)).getTime() - DAY_MS)",
    to: "new Date((await readClock(db)).getTime() - 9 * DAY_MS)",
  },
  {
    ...errors,
    name: "any number of errors is read",
    from: "const READ = 5_000;",
    to: "const READ = 500_000;",
  },
  {
    ...volume,
    name: "what is not final counts to the volume",
    from: "type = k.type and status = 'confirmed'",
    to: "type = k.type and status <> 'nothing'",
    match: "by day and currency",
  },
  {
    ...volume,
    name: "a day is stored while something of it is not final",
    from: ".filter((day) => !notFinal.has(day))",
    to: ".filter((day) => day !== null)",
    match: "counted once",
  },
  {
    ...volume,
    name: "days that are over are counted each time",
    from: "const missing = settled.filter((day) => !stored.has(day));",
    to: "const missing = settled;",
    match: "counted once",
  },
  {
    ...home,
    name: "an endpoint that its owner disabled needs attention",
    file: "lib/domain/home/get-attention.ts",
    from: "else disabled_reason in ('failing', 'gone_410') end",
    to: "else true end",
    match: "needs attention",
  },
  {
    ...home,
    name: "an endpoint that was deleted needs attention",
    file: "lib/domain/home/get-attention.ts",
    from: "and deleted_at is null",
    to: "",
    match: "needs attention",
  },
  {
    ...home,
    name: "a revoked key counts as one that is there",
    file: "lib/domain/home/get-setup.ts",
    from: "and status = 'active'",
    to: "",
    match: "setting up",
  },
  {
    name: "an event is shown to whoever knows its id",
    file: "lib/domain/events/read-event.ts",
    from: ' and ${ownedBy(db, owner, "e")}`',
    to: "`",
    test: "lib/domain/events/read-event.test.ts",
    match: "by its merchant and in its mode alone",
  },
  {
    name: "what is found of keys leads to a page that is not there",
    file: "components/palette/object-places.ts",
    from: '    at: () => "/dashboard/developers/keys",\n',
    to: "",
    test: "components/palette/object-places.test.ts",
    match: "leads to a page that is there for what is found of api_key",
  },
];
