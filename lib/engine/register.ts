import { z } from "zod";
import type { Transport } from "./call-over-http";
import { type EngineFunctions, readFunctions } from "./function-config";
import { signRequest } from "./sign-request";

/** How to reach the app. */
export interface AppAddress {
  /** URL of the app's `serve()` route, e.g. `http://127.0.0.1:3000/api/inngest`. */
  serveUrl: string;
  signingKey: string;
  call: Transport;
}

const registration = z.looseObject({ functions: z.array(z.unknown()) });

/**
 * Asks the app for its functions with a signed in-band sync.
 * @throws Error when the app does not answer as an Inngest app, which may pass
 * @throws UnsupportedConfiguration which will not
 */
export async function register({
  serveUrl,
  signingKey,
  call,
}: AppAddress): Promise<EngineFunctions> {
  const headers = { "x-inngest-sync-kind": "in_band" };
  const request = signRequest(
    { method: "PUT", url: serveUrl, body: { url: serveUrl }, headers },
    signingKey,
  );
  const answer = await call(request);
  const body = await answer.text();
  if (answer.status === 401)
    throw new Error("the app refused the signature: its signing key differs");
  if (answer.status !== 200 || answer.headers.get("x-inngest-sync-kind") !== "in_band") {
    throw new Error(`no registration at ${serveUrl}: ${answer.status} ${body.slice(0, 200)}`);
  }
  return readFunctions(registration.parse(JSON.parse(body)).functions);
}
