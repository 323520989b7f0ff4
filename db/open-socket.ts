import { Socket } from "node:net";

/** The driver's settings that name the server. */
export interface ServerAddress {
  host: string[];
  port: number[];
  /** A Unix socket, instead of host and port. */
  path?: string | false;
}

/** A socket whose `close` is told only after `beforeClose`, if it was ever connected. */
class HeldSocket extends Socket {
  private wasConnected = false;

  constructor(private readonly beforeClose: () => Promise<void>) {
    super();
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === "connect") this.wasConnected = true;
    if (event !== "close" || !this.wasConnected) return super.emit(event, ...values);
    const tell = () => super.emit(event, ...values);
    this.beforeClose().then(tell, tell);
    return true;
  }
}

/** Opens a connection for the driver; what is written before it stands is kept. */
export function openSocket(
  { host, port, path }: ServerAddress,
  beforeClose: () => Promise<void>,
): Socket {
  const socket = new HeldSocket(beforeClose);
  if (path) return socket.connect(path);
  const [firstHost = "localhost"] = host;
  const [firstPort = 5432] = port;
  // The driver names the server to TLS by these.
  Object.assign(socket, { host: firstHost, port: firstPort });
  return socket.connect(firstPort, firstHost);
}
