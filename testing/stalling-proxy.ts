import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that can fail as networks and machines do. */
export interface StallingProxy {
  /** The server's URL through the proxy. */
  url: string;
  /** From now on nothing goes through, and nobody is told: connections stay open, new ones too. */
  stall(): void;
  /** From now on the server hears everything, and its answers do not come back. */
  holdAnswers(): void;
  /** Connections that are open now stay silent for ever; new ones work. */
  abandonOpen(): void;
  /** What was held back goes on. */
  resume(): void;
  /** Closes every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Takes connections again, at the same address. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy before the server of a URL. */
export async function startStallingProxy(target: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let isStalled = false;
  const open = (client: Socket) => {
    const pair: [Socket, Socket] = [client, connect(Number(port), hostname)];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (isStalled) from.pause();
    }
  };
  let server = await listenOn(open, 0);
  const address = server.address();
  const ownPort = typeof address === "object" ? (address?.port ?? 0) : 0;
  const url = new URL(target);
  url.host = `127.0.0.1:${ownPort}`;
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of [...pairs].flat()) socket.destroy();
    await closed;
  };
  const abandonOpen = () => {
    for (const socket of [...pairs].flat()) socket.pause();
  };
  return {
    url: url.href,
    abandonOpen,
    stall() {
      isStalled = true;
      abandonOpen();
    },
    holdAnswers() {
      for (const [, server] of pairs) server.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of [...pairs].flat()) socket.resume();
    },
    refuse: close,
    accept: async () => {
      server = await listenOn(open, ownPort);
    },
    close,
  };
}

async function listenOn(open: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(open);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
