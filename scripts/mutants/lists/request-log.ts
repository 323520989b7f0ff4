import type { LineMutant } from "@/scripts/mutants/line-mutant";

const callers = "testing/api/in-process/callers.test.ts";
const queue = { file: "lib/server/request-log.ts", test: "lib/server/request-log.test.ts" };
const partitions = { test: "lib/domain/request-log/partitions.test.ts" };
const noted = { file: "lib/server/note-request.ts", test: callers, match: "is a row" };
const readiness = {
  file: "lib/domain/operations/checks/check-request-log.ts",
  test: "lib/domain/operations/readiness.test.ts",
  match: "a request log without",
};
const endpoints = "lib/domain/webhook-endpoints";
const audit = { test: callers, match: "audit log" };

export const mutants: readonly LineMutant[] = [
  {
    ...queue,
    name: "any number of requests waits to be logged",
    from: "if (waiting.length >= MAX_WAITING) drop(1);",
    to: "if (waiting.length < 0) drop(1);",
  },
  {
    ...queue,
    name: "a request that cannot be logged is tried for ever",
    from: "if (isDatabaseTrouble(error)) throw error;",
    to: "if (error) throw error;",
  },
  {
    ...queue,
    name: "each request is written by itself",
    from: "const BATCH = 1_000;",
    to: "const BATCH = 1;",
  },
  {
    ...queue,
    name: "requests that are left out are not counted",
    from: 'requestLogRows.add(count, "dropped");',
    to: "requestLogRows.family();",
  },
  {
    name: "the last requests of a process are not logged",
    file: "server.ts",
    from: "await requestLog?.stop();",
    to: "requestLog?.droppedAt();",
    test: "testing/servers/shutdown.test.ts",
    match: "logged before it ends",
  },
  {
    ...noted,
    name: "the request log has the whole address",
    from: "addressPrefix: addressPrefix(request.address),",
    to: "addressPrefix: addressPrefix(request.address) && request.address,",
  },
  {
    name: "the request log has paths",
    file: "lib/server/serve.ts",
    from: "beginExchange(request, requestId, declaration.path);",
    to: "beginExchange(request, requestId, request.path);",
    test: callers,
    match: "is a row",
  },
  {
    name: "a refusal that is repeated is logged without its reason",
    file: "lib/server/serve.ts",
    from: "if (answer.status >= 400) reason = storedReason(answer);",
    to: "",
    test: callers,
    match: "of a refusal that is repeated",
  },
  {
    ...partitions,
    name: "a day whose requests stand in the default partition ends the job",
    file: "lib/domain/request-log/prepare-partitions.ts",
    from: "if (!isCode(error, TAKEN)) throw error;",
    to: "if (error) throw error;",
  },
  {
    ...partitions,
    name: "a day's requests are dropped while some are younger than the period",
    file: "lib/domain/retention/remove-request-log.ts",
    from: "oldest >= dayFrom(await readClock(db), -days)",
    to: "oldest >= dayFrom(await readClock(db), 1 - days)",
  },
  {
    ...partitions,
    name: "what the default partition has stays for ever",
    file: "lib/domain/retention/remove-request-log.ts",
    from: "(await dropOldest(db, days)) ?? (await deleteStrays(db, days)),",
    to: "(await dropOldest(db, days)) ?? (await deleteStrays(db, 9 * days)),",
  },
  {
    ...readiness,
    name: "nobody is told that the request log has no partition for tomorrow",
    from: "(await preparedDays()) < 1",
    to: "(await preparedDays()) < -1",
  },
  {
    ...readiness,
    name: "nobody is told that requests are not logged",
    from: "ago < RECENT_SECONDS",
    to: "ago < 0",
  },
  {
    ...audit,
    name: "whoever disables an endpoint leaves no entry",
    file: `${endpoints}/disable-webhook-endpoint.ts`,
    from: "if (count > 0) await",
    to: "if (count < 0) await",
  },
  {
    ...audit,
    name: "disabling a disabled endpoint leaves an entry",
    file: `${endpoints}/disable-webhook-endpoint.ts`,
    from: "if (count > 0) await",
    to: "if (count >= 0) await",
  },
  {
    ...audit,
    name: "whoever enables an endpoint leaves no entry",
    file: `${endpoints}/enable-webhook-endpoint.ts`,
    from: "if (isChanged) await",
    to: "if (isChanged === null) await",
  },
  {
    ...audit,
    name: "whoever changes an endpoint leaves no entry",
    file: `${endpoints}/update-webhook-endpoint.ts`,
    from: `await recordEndpointChange(ctx, tx, "update", row, after);`,
    to: "",
  },
  {
    ...audit,
    name: "whoever deletes an endpoint leaves no entry",
    file: `${endpoints}/delete-webhook-endpoint.ts`,
    from: `await recordEndpointChange(ctx, tx, "delete", before, { ...before, status: "disabled" });`,
    to: "",
  },
  {
    name: "a person's entry in the audit log names no merchant and mode",
    file: "lib/domain/audit/record-audit.ts",
    from: "return { ...nobody, name: callerId(actor), merchantId, mode };",
    to: "return { ...nobody, name: callerId(actor) };",
    test: "lib/domain/audit/record-audit.test.ts",
  },
  {
    name: "the audit log has the text of a key that was minted",
    file: "lib/domain/api-keys/issue-key.ts",
    from: "after: { ...record },",
    to: "after: { ...record, key: minted.key },",
    test: "scripts/seed/self-hosting.test.ts",
    match: "listed without",
  },
];
