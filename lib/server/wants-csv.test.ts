import { expect, it } from "vitest";
import { wantsCsv } from "./list-csv";

const asked = (accept: string | null) => wantsCsv({ header: () => accept });

it.each([
  "text/csv",
  "TEXT/CSV",
  "text/csv, */*",
  "text/csv;q=0.5",
  "text/csv; header=present; q=1.0",
  "text/csv, application/json;q=0.9",
])("%s asks for CSV", (accept) => {
  expect(asked(accept)).toBe(true);
});

it.each([
  null,
  "",
  "*/*",
  "text/*",
  "application/json",
  "application/json, text/csv",
  "text/csv;q=0",
  "text/csv;q=2",
  "text/csv;q=0.5, application/json",
  "text/csvx",
  "text/html",
])("%s does not", (accept) => {
  expect(asked(accept)).toBe(false);
});
