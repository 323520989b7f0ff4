import type { LineMutant } from "@/scripts/mutants/line-mutant";

const keys = "lib/domain/api-keys";
const api = "testing/api/in-process/api-keys.test.ts";
const leaks = `${keys}/revoke-leaked-keys.test.ts`;
const vector = "lib/adapters/secret-scanning/github-keys.test.ts";
const revealing = { file: `${keys}/reveal-successor.ts`, test: leaks };
const leaking = { file: `${keys}/revoke-leaked-keys.ts`, test: leaks };
const ending = { file: `${keys}/end-made-with.ts`, test: leaks };
const github = { file: "lib/adapters/secret-scanning/github-keys.ts", test: vector };

export const mutants: readonly LineMutant[] = [
  {
    ...leaking,
    name: "a publishable key that is found is revoked",
    from: 'key !== null && key.kind !== "publishable";',
    to: "key !== null;",
  },
  {
    ...leaking,
    name: "a leaked key stays good",
    from: 'const endedKey = await endKey(tx, id, "leaked");',
    to: "const endedKey = true;",
  },
  {
    ...leaking,
    name: "what was made with a leaked key stays",
    from: "const ended = await endMadeWith(tx, { keyId: id, merchantId });",
    to: "const ended = { keys: 0, endpoints: 0, replays: 0 };",
  },
  {
    ...leaking,
    name: "a leak does not wait for what is being made",
    from: "await tx`select 1 from merchants where id = ${merchantId} for no key update`;",
    to: "",
  },
  {
    ...leaking,
    name: "the owner is told nothing of a leak",
    from: "if (isNew) await mailOwner(",
    to: "if (!tx) await mailOwner(",
  },
  {
    ...leaking,
    name: "a place is kept each time that it is reported",
    from: "and not places @> ${tx.json([{ url: place.url }])}",
    to: "",
  },
  {
    ...leaking,
    name: "any number of places is kept",
    from: "and jsonb_array_length(places) < ${MAX_PLACES}`;",
    to: "`;",
  },
  {
    ...ending,
    name: "what a key's key made stays",
    from: "select k.id from api_keys k join made on k.created_by_key = made.id",
    to: "select k.id from api_keys k where k.created_by_key = ${keyId}",
  },
  {
    ...ending,
    name: "endpoints of a leaked key stay",
    from: "where created_by_key in ${tx(makers)} and merchant_id = ${merchantId} and status = 'enabled'`;",
    to: "where created_by_key is null and false`;",
  },
  {
    ...ending,
    name: "replays of a leaked key go on",
    from: 'for (const { id } of replays) await endReplay(tx, id, "cancelled");',
    to: "",
  },
  {
    file: "lib/domain/webhook-endpoints/create-webhook-endpoint.ts",
    test: leaks,
    name: "an endpoint does not say which key made it",
    from: "createdByKey: makerOf(actor),",
    to: "",
  },
  {
    ...revealing,
    name: "a successor is revealed of a key that was revoked before",
    from: "where key_id = ${id} and ended_key for no key update`;",
    to: "where key_id = ${id} for no key update`;",
  },
  {
    ...revealing,
    name: "a successor is revealed again",
    from: "if (leak.successorId !== null) throw",
    to: "if (leak.successorId === '') throw",
  },
  {
    ...revealing,
    name: "a successor is made that has expired",
    from: "if (leaked.expiresAt && leaked.expiresAt <=",
    to: "if (leaked.expiresAt && new Date(0) >=",
  },
  {
    ...github,
    name: "any signature is GitHub's",
    from: "return key !== undefined && isSigned(key, body, signature);",
    to: "return key !== undefined;",
  },
  {
    ...github,
    name: "keys of any curve are taken",
    from: 'key.asymmetricKeyDetails?.namedCurve === "prime256v1"',
    to: "key.asymmetricKeyDetails !== undefined",
  },
  {
    ...github,
    name: "keys are never asked for again",
    from: "now() - known.checkedAt < FRESH_MS",
    to: "now() >= 0",
  },
  {
    ...github,
    name: "GitHub is asked for each name of a key",
    from: "now() - askedAt >= LEAST_PAUSE_MS",
    to: "now() >= askedAt",
  },
  {
    ...github,
    name: "keys are good for ever",
    from: "now() - known.checkedAt >= STALE_MS",
    to: "now() < 0",
  },
  {
    ...github,
    name: "the ETag is not sent",
    from: '{ "if-none-match": known.etag }',
    to: "{}",
  },
  {
    file: "lib/server/secret-scanning.ts",
    test: api,
    name: "a report that nobody signed counts",
    from: "if (!(await isSigned(ctx, body))) {",
    to: "if ((await isSigned(ctx, body)) === null) {",
  },
  {
    file: "lib/contract/contact.ts",
    test: api,
    name: "any number of messages is taken",
    from: 'limit: { group: "contact", requests: 5, seconds: 3_600 },',
    to: "",
  },
];
