import { Readable } from "node:stream";
import { clientAddressHeader, stampedAddress } from "@/lib/server/http/client-address";
import { payEvents } from "@/lib/server/pages/pay-events";
import { createNext, type OpenPages, type Pages } from "@/server";

const streamPath = /^\/api\/pay\/(\w+)\/events$/;

/**
 * The pay page's status stream, and nothing else of the pages: that needs no build, and starts in a second.
 * Other paths pass through Next's own wrapper for custom servers, which fails for want of a build.
 */
export const openPages: OpenPages = async (port) => ({
  answer: answerPages(createNext(port).getRequestHandler()),
  // Something that hangs for ever, where a test asks for it.
  close: () => (process.env.PAGES_HANG ? new Promise(() => {}) : Promise.resolve()),
});

const answerPages =
  (next: Pages["answer"]): Pages["answer"] =>
  async (incoming, response) => {
    const sessionId = streamPath.exec(incoming.url ?? "")?.[1];
    if (!sessionId) {
      await next(incoming, response).catch(() => {});
      return void response.writeHead(404).end();
    }
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
  };
