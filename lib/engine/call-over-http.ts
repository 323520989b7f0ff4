import { Agent, fetch } from "undici";

/** Takes a request to the app and brings its answer. */
export type Transport = (request: Request) => Promise<Response>;

// No time limit here: a long step must not be answered by a timeout and then run twice.
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * Calls the app over HTTP.
 * @throws TypeError when no answer came, with the reason as its `cause`
 */
export async function callOverHttp(request: Request): Promise<Response> {
  const answer = await fetch(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    dispatcher: agent,
    redirect: "manual",
  });
  const body = await answer.text();
  return new Response(body || null, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  });
}
