import type { LineMutant } from "@/scripts/mutants/line-mutant";

const endpoints = { test: "lib/domain/webhook-endpoints/webhook-endpoints.test.ts" };
const room = { ...endpoints, file: "lib/domain/webhook-endpoints/endpoint-room.ts" };
const enabling = { ...endpoints, file: "lib/domain/webhook-endpoints/enable-webhook-endpoint.ts" };
const customers = {
  file: "lib/domain/customers/upsert-customer.ts",
  test: "lib/domain/customers/customers.test.ts",
};
const keys = {
  file: "lib/domain/api-keys/revoke-key.ts",
  test: "lib/domain/api-keys/revoke-key.test.ts",
};

export const mutants: readonly LineMutant[] = [
  {
    ...room,
    name: "disabled endpoints take places",
    from: " and status = 'enabled'`",
    to: "`",
    match: "leaves its place",
  },
  {
    ...room,
    name: "endpoints of every merchant take places",
    from: "where ${ownedBy(tx, { merchantId, mode })}",
    to: "where mode = ${mode}",
    match: "leaves its place",
  },
  {
    ...room,
    name: "creations and enablings do not wait for each other",
    from: " for no key update`",
    to: "`",
    match: "never become more than 16",
  },
  {
    ...enabling,
    name: "an endpoint is enabled without room",
    from: "if (!(await hasEndpointRoom(tx, actor))) {",
    to: "if (!(await hasEndpointRoom(tx, actor)) && id === '') {",
    match: "leaves its place",
  },
  {
    ...enabling,
    name: "an endpoint that is enabled needs a place to be enabled",
    from: 'const isChanged = before.status === "disabled" && (await enable',
    to: "const isChanged = before.status !== null && (await enable",
    match: "leaves its place",
  },
  {
    ...enabling,
    name: "whether an endpoint is enabled is read before the lock",
    from: "await lockEndpointRoom(tx, actor);\n    const before = await lockEndpoint(tx, actor, id);",
    to: "const before = await findEndpoint(tx, actor, id);\n    await lockEndpointRoom(tx, actor);",
    match: "takes one place",
  },
  {
    ...customers,
    name: "a null keeps a customer's name and reference",
    from: "sent === undefined ? kept : sent",
    to: "sent ?? kept",
    match: "a null clears",
  },
  {
    ...customers,
    name: "a cleared e-mail still counts as the merchant's",
    from: "email: null, emailSource: null }",
    to: "email: null }",
    match: "a cleared e-mail",
  },
  {
    file: "lib/domain/webhook-deliveries/view.ts",
    name: "a delivery was attempted when it was written down",
    from: "attemptedAt: row.startedAt,",
    to: "attemptedAt: row.createdAt,",
    test: "lib/domain/webhook-deliveries/webhook-deliveries.test.ts",
    match: "attempt was made|a replay is a new delivery",
  },
  {
    ...keys,
    file: "lib/domain/api-keys/end-key.ts",
    name: "a revoked key is revoked again",
    from: "where id = ${id} and status = 'active'`;",
    to: "where id = ${id}`;",
    match: "revoked once|many revoke",
  },
  {
    ...keys,
    name: "a revoked key leaves nothing in the audit log",
    from: "if (changed) {",
    to: 'if (id === "") {',
    match: "revoked once",
  },
  {
    file: "lib/domain/api-keys/list-keys.ts",
    name: "every merchant's keys are listed",
    from: "is null or merchant_id = ${merchantId ?? null})",
    to: "is null or merchant_id is not null)",
    test: keys.test,
    match: "listed newest first",
  },
  {
    file: "lib/domain/api-keys/list-keys.ts",
    name: "a list of keys shows more than it says",
    from: "keys: keys.slice(0, maxListedKeys),",
    to: "keys,",
    test: keys.test,
    match: "a list ends",
  },
  {
    file: "scripts/run-with-options.ts",
    name: "a command line that cannot be understood ends like a failure",
    from: "error instanceof UsageError ? 2 : 1",
    to: "1",
    test: "scripts/commands.test.ts",
    match: "npm run keys refuses",
  },
  {
    file: "scripts/check-node.cjs",
    name: "a Node of the right major version is always new enough",
    from: " || (ownMajor === major && ownMinor < minor)",
    to: "",
    test: "scripts/commands.test.ts",
    match: "is told what is needed",
  },
  {
    file: "lib/server/listen.ts",
    name: "a taken port is told in the system's words",
    from: 'say ? new Error(say(port, host ?? "this machine"), { cause: error }) : error',
    to: "say ? error : error",
    test: "lib/server/listen.test.ts",
  },
  {
    file: "scripts/demo/start-demo.ts",
    name: "a folder that cannot be written is told in the system's words",
    from: "  makeDataFolder(dataDir);\n",
    to: "  mkdirSync(dataDir, { recursive: true });\n",
    test: "scripts/demo/start-demo.test.ts",
  },
  {
    file: "scripts/run-stages.ts",
    name: "a step begins although one has failed",
    from: "    if (!mayGoOn(step.script)) return;\n",
    to: "",
    test: "scripts/run-stages.test.ts",
    match: "nothing begins after a failure",
  },
  {
    file: "scripts/run-stages.ts",
    name: "what is printed side by side is mixed",
    from: "isHeld ? hold : print);",
    to: "print);",
    test: "scripts/run-stages.test.ts",
  },
];
