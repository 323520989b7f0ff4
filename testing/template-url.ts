import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import { recordStatements } from "./record-statements";

/**
 * URL of the run's Postgres, whose path names the migrated template database. Who asks first has it
 * started. Not by `fetch`, which tests replace. The statements that follow are recorded.
 */
export async function templateUrl(): Promise<string> {
  recordStatements();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(inject("postgresStarter"), { agent: false }, resolve).once("error", reject);
  });
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
  return answer;
}
