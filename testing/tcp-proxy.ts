import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a server that can be made to hang. */
export interface TcpProxy {
  readonly port: number;
  /** From here on nothing passes, in either direction; connections are still taken. */
  freeze(): void;
  /** What was held back goes on. */
  thaw(): void;
  /** Connections that are open now stay silent for ever; new ones work. */
  abandonOpen(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy to a local port. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isFrozen = false;
  const hold = ({ client, server }: Pair) => {
    client.unpipe(server).pause();
    server.unpipe(client).pause();
  };
  const relay = ({ client, server }: Pair) => {
    client.pipe(server);
    server.pipe(client);
  };
  const listener = createServer((client) => {
    const pair = { client, server: connect(target, "127.0.0.1") };
    pairs.add(pair);
    for (const socket of [pair.client, pair.server]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        pairs.delete(pair);
        pair.client.destroy();
        pair.server.destroy();
      });
    }
    if (isFrozen) hold(pair);
    else relay(pair);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const pair of pairs) hold(pair);
    },
    thaw() {
      isFrozen = false;
      for (const pair of pairs) relay(pair);
    },
    abandonOpen() {
      for (const pair of pairs) hold(pair);
    },
    close: async () => {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      listener.close();
    },
  };
}
