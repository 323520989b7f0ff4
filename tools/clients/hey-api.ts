// A client of @hey-api/openapi-ts.
import { createSession, getSession, listSessions } from "./generated/hey-api";
import { client } from "./generated/hey-api/client.gen";
import { report, settings } from "./settings";

const { baseUrl, key, repeatKey } = settings;
client.setConfig({ baseUrl, auth: key });

const create = (amount: string) =>
  createSession({
    headers: { "Idempotency-Key": repeatKey },
    body: { amount, currency: "USDC" },
  });

const created = await create("2500000");
const repeated = await create("2500000");
const conflict = await create("2600000");
const list = await listSessions({ query: { limit: 2 } });
const missing = await getSession({ path: { id: "ps_000000000000000000000000" } });
const csv = await listSessions({ headers: { accept: "text/csv" }, parseAs: "text" });

report({
  created: created.data?.id,
  repeated: repeated.data?.id,
  replayed: repeated.response?.headers.get("idempotent-replayed"),
  conflict: [conflict.response?.status, conflict.error?.error.details.reason],
  listed: list.data?.data.length,
  hasMore: list.data?.hasMore,
  missing: [missing.response?.status, missing.error?.error.code],
  csv: csv.data as unknown,
});
