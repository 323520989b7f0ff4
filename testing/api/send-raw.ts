import { connect } from "node:net";

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const GIVE_UP_MS = 60_000;

/** Sends a request as it is written: `fetch` takes neither every method nor every target. */
export function sendRaw(
  baseUrl: string,
  method: string,
  target: string,
  { headers = {}, body = "" }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  const { hostname, port, host } = new URL(baseUrl);
  const sent = { host, connection: "close", "content-length": Buffer.byteLength(body), ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
    });
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      // It would go on for as long as somebody listens.
      if (/^content-type: text\/event-stream/im.test(text)) socket.destroy();
    });
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy(new Error(`${method} ${target} hangs`)));
    socket.on("error", reject);
    socket.on("close", () => resolve(readReply(text)));
  });
}

function readReply(text: string): RawReply {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: rest.join("\r\n\r\n"),
  };
}
