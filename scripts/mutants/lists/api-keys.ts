import type { LineMutant } from "@/scripts/mutants/line-mutant";

const keys = "lib/domain/api-keys";
const api = "testing/api/in-process/api-keys.test.ts";
const leaks = `${keys}/revoke-leaked-keys.test.ts`;
const making = { file: `${keys}/key-making.ts`, test: api };
const creating = { file: `${keys}/create-api-key.ts`, test: api };
const rotating = { file: `${keys}/rotate-api-key.ts`, test: api };
const eligible = { file: "lib/domain/merchants/live-eligibility.ts", test: api };

export const mutants: readonly LineMutant[] = [
  {
    ...making,
    name: "a key makes keys with any scope",
    from: "if (requiredScope === undefined) return;",
    to: "return;",
  },
  {
    ...making,
    name: "a key that was revoked meanwhile makes another",
    from: 'if (key?.status === "revoked") {',
    to: 'if (key?.status === "never") {',
  },
  {
    ...making,
    name: "a closed merchant gets keys",
    from: '!== "closed") return;',
    to: "!== null) return;",
  },
  {
    ...making,
    name: "making a key does not wait for a leak",
    test: leaks,
    from: "for no key update`;",
    to: "`;",
  },
  {
    ...creating,
    name: "a key makes keys of the other mode",
    from: "ctx.actor.mode !== mode",
    to: "ctx.actor.mode === undefined",
  },
  {
    ...creating,
    name: "anybody gets live keys",
    from: 'if (mode === "live") await requireLiveEligibility(ctx);',
    to: "",
  },
  {
    ...creating,
    name: "a key is made that has expired",
    from: "await refuseOver(tx, input);",
    to: "",
  },
  {
    ...creating,
    name: "any number of keys is made",
    from: "await refuseTooMany(tx, ctx.actor, input);",
    to: "",
  },
  {
    ...rotating,
    name: "a key rotates stronger ones",
    from: "refuseFurtherScopes(ctx.actor, replaced.scopes);",
    to: "",
  },
  {
    ...rotating,
    name: "a key that is over is rotated",
    from: 'if (replaced.status !== "active") throw',
    to: "if (replaced.status === null) throw",
  },
  {
    ...rotating,
    name: "the old key is good after a rotation",
    from: 'if (!(await endKey(tx, id, "rotated", row.id))) throw isOver("revoked");',
    to: "",
  },
  {
    ...rotating,
    name: "what takes a key's place is taken from all pages",
    from: "{ ...common, kind, allowedOrigins }",
    to: "{ ...common, kind }",
  },
  {
    ...rotating,
    name: "what takes a key's place never expires",
    from: "apiVersion, expiresAt, createdByKey };",
    to: "apiVersion, createdByKey };",
  },
  {
    file: `${keys}/key-rows.ts`,
    test: "testing/api/api.test.ts",
    match: "whose objects",
    name: "another merchant's key is found",
    from: 'where k.id = ${id} and ${ownedBy(db, actor, "k")}`;',
    to: "where k.id = ${id}`;",
  },
  {
    file: "lib/server/authenticate.ts",
    test: api,
    name: "a publishable key is taken from any page",
    from: 'if (credential.kind === "key") refuseOrigin(credential, request.header("origin"));',
    to: "",
  },
  {
    file: "lib/server/authenticate.ts",
    test: api,
    name: "a publishable key for pages is taken without one",
    from: "origin !== null && allowedOrigins.includes(origin)",
    to: "origin === null || allowedOrigins.includes(origin)",
  },
  {
    file: "lib/core/is-origin.ts",
    test: api,
    name: "a page's address is an origin",
    from: "url.origin === text",
    to: "url.origin !== null",
  },
  {
    file: "lib/contract/step-up.ts",
    test: api,
    name: "a person rotates a live key without authenticating anew",
    from: 'caller.mode === "live"',
    to: 'caller.mode === "never"',
  },
  {
    file: "lib/contract/api-keys.ts",
    test: api,
    name: "a person makes a live key without authenticating anew",
    from: 'input.mode === "live",',
    to: 'input.mode === "never",',
  },
  {
    file: "lib/contract/api-keys.ts",
    test: api,
    name: "a person reveals a successor without authenticating anew",
    from: "  stepUp: true,\n",
    to: "",
  },
  {
    ...eligible,
    name: "an address that is not verified goes live",
    from: "profile?.emailVerified);",
    to: "profile);",
  },
  {
    ...eligible,
    name: "no second factor is needed to go live",
    from: "(profile?.secondFactors.length ?? 0) > 0",
    to: "(profile?.secondFactors.length ?? 0) >= 0",
  },
  {
    ...eligible,
    name: "a disabled account goes live",
    from: "profile !== null && !profile.disabled",
    to: "profile !== null",
  },
  {
    ...eligible,
    name: "whoever has told nothing of the business goes live",
    from: "if (missing.length > 0) {",
    to: "if (missing.length > 3) {",
  },
  {
    ...eligible,
    name: "a suspended merchant goes live",
    from: 'if (merchant?.status !== "active") {',
    to: "if (!merchant) {",
  },
];
