/** Year 0 is none to Postgres, and what lies beyond 9999 is written in another form. */
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether an instant is one that the database and ISO 8601 in four digits can hold; an invalid date is not. */
export function isStorableInstant(instant: Date): boolean {
  const time = instant.getTime();
  return time >= EARLIEST && time <= LATEST;
}
