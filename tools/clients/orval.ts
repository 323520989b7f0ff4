// A client of orval, which calls fetch.
import { createSession, getListSessionsUrl, getSession, listSessions } from "./generated/orval";
import { report, settings } from "./settings";

const { key, repeatKey } = settings;
const signed = { headers: { authorization: `Bearer ${key}` } };

const create = (amount: string) =>
  createSession(
    { amount, currency: "USDC" },
    { headers: { ...signed.headers, "Idempotency-Key": repeatKey } },
  );

const created = await create("2500000");
const repeated = await create("2500000");
const conflict = await create("2600000");
const list = await listSessions({ limit: 2 }, signed);
const missing = await getSession("ps_000000000000000000000000", signed);
// Its calls read JSON alone.
const csv = await fetch(getListSessionsUrl(), {
  headers: { ...signed.headers, accept: "text/csv" },
});

report({
  created: created.status === 201 ? created.data.id : null,
  repeated: repeated.status === 201 ? repeated.data.id : null,
  replayed: repeated.headers.get("idempotent-replayed"),
  conflict: [conflict.status, conflict.status === 409 && conflict.data.error.details.reason],
  listed: list.status === 200 ? list.data.data.length : null,
  hasMore: list.status === 200 && list.data.hasMore,
  missing: [missing.status, missing.status === 404 && missing.data.error.code],
  csv: await csv.text(),
});
