// Generated types of openapi-typescript, called by openapi-fetch.
import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi-typescript";
import { report, settings } from "./settings";

const { baseUrl, key, repeatKey } = settings;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const create = (amount: string) =>
  client.POST("/v1/payment-sessions", {
    params: { header: { "Idempotency-Key": repeatKey } },
    body: { amount, currency: "USDC" },
  });

const created = await create("2500000");
const repeated = await create("2500000");
const conflict = await create("2600000");
const list = await client.GET("/v1/payment-sessions", { params: { query: { limit: 2 } } });
const missing = await client.GET("/v1/payment-sessions/{id}", {
  params: { path: { id: "ps_000000000000000000000000" } },
});
const csv = await client.GET("/v1/payment-sessions", {
  headers: { accept: "text/csv" },
  parseAs: "text",
});

report({
  created: created.data?.id,
  repeated: repeated.data?.id,
  replayed: repeated.response.headers.get("idempotent-replayed"),
  conflict: [conflict.response.status, conflict.error?.error.details.reason],
  listed: list.data?.data.length,
  hasMore: list.data?.hasMore,
  missing: [missing.response.status, missing.error?.error.code],
  csv: csv.data,
});
