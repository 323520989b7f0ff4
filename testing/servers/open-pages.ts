import { Readable } from "node:stream";
import { clientAddressHeader, stampedAddress } from "@/lib/server/client-address";
import { payEvents } from "@/lib/server/pay-events";
import type { OpenPages } from "@/server";

const streamPath = /^\/api\/pay\/(\w+)\/events$/;

/** The pay page's status stream, and nothing else of the pages: that needs no build, and starts in a second. */
export const openPages: OpenPages = async () => ({
  answer: async (incoming, response) => {
    const sessionId = streamPath.exec(incoming.url ?? "")?.[1];
    if (!sessionId) return void response.writeHead(404).end();
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      headers: {
        accept: incoming.headers.accept ?? "*/*",
        [clientAddressHeader]: stampedAddress("127.0.0.1"),
      },
    });
    const answer = await payEvents(request, { params: Promise.resolve({ sessionId }) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    Readable.from(answer.body).pipe(response);
  },
  // Something that hangs for ever, where a test asks for it.
  close: () => (process.env.PAGES_HANG ? new Promise(() => {}) : Promise.resolve()),
});
