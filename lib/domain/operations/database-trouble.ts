/** What a database's refusal means, by SQLSTATE, system error or the driver's own code. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refuses connections",
  ECONNRESET: "it closed the connection",
  CONNECTION_CLOSED: "it closed the connection",
  CONNECTION_DESTROYED: "it closed the connection",
  DATABASE_UNAVAILABLE: "it does not answer, or has no connection free",
  CONNECT_TIMEOUT: "it does not take connections",
  ENOTFOUND: "its name is not known",
  "25006": "it is read-only",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has no connection left",
  "57P01": "it was told to stop",
  "57P02": "it has crashed",
  "57P03": "it is starting or stopping",
  "55P03": "what is read is locked",
  "57014": "it did not answer in time",
  "28000": "it refuses the user",
  "28P01": "it refuses the password",
  "3D000": "there is no such database",
};

/** Says in words why the database did not answer; never its own words, which may name hosts and users. */
export function databaseTrouble(error: unknown): string {
  if (!(error instanceof Error)) return "it failed";
  if (error.name === "NoAnswer") return error.message;
  const code = "code" in error ? String(error.code) : error.name;
  return meanings[code] ?? `it failed with ${code}`;
}
