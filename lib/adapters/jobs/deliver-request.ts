import { jobWiring } from "./job-wiring";

/**
 * The `fetch` of the Inngest client. With an embedded engine in the process, events posted to
 * `/e/<key>` go to it without a socket; otherwise requests go out to INNGEST_BASE_URL.
 * @throws Error when there is neither: events must not end up at Inngest's public address
 */
export const deliverRequest: typeof fetch = async (input, init) => {
  const { send } = jobWiring;
  if (!send) {
    if (process.env.INNGEST_BASE_URL) return fetch(input, init);
    throw new Error("No job engine: none runs in this process and INNGEST_BASE_URL is not set");
  }
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!pathname.startsWith("/e/") || typeof init?.body !== "string") {
    throw new Error(`The embedded job engine does not offer ${pathname}`);
  }
  const { ids } = await send([JSON.parse(init.body)].flat());
  return Response.json({ ids, status: 200 });
};
