import { Socket } from "node:net";

/** The driver's settings that name the server. */
interface ServerAddress {
  host: string[];
  port: number[];
  /** A Unix socket, instead of host and port. */
  path?: string | false;
}

/** Rounds of failing what is in flight: a rollback, and one more for each savepoint around it. */
const ROUNDS = 6;

/**
 * A socket whose end the driver survives. postgres.js 3.4 forgets its socket on `close`, and what it
 * writes after that, such as the ROLLBACK of the transaction that was cut off, ends the process with
 * an exception that nobody can catch. So statements in flight fail first, and the rollbacks that
 * follow them, and `close` comes when nothing writes any more.
 */
class PatientSocket extends Socket {
  private wasConnected = false;

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === "connect") this.wasConnected = true;
    if (event !== "close" || !this.wasConnected) return super.emit(event, ...values);
    this.failInFlight(ROUNDS);
    return true;
  }

  private failInFlight(rounds: number): void {
    if (rounds === 0) {
      super.emit("close", false);
      return;
    }
    if (this.listenerCount("error") > 0) super.emit("error", connectionClosed());
    // Twice: a write that this round causes is sent, into nothing, between the two.
    setImmediate(() => setImmediate(() => this.failInFlight(rounds - 1)));
  }
}

function connectionClosed(): Error {
  return Object.assign(new Error("The database closed the connection"), {
    code: "CONNECTION_CLOSED",
  });
}

/** Opens a connection for the driver; what is written before it stands is kept. */
export function openSocket({ host, port, path }: ServerAddress): Socket {
  const socket = new PatientSocket();
  if (path) return socket.connect(path);
  const [firstHost = "localhost"] = host;
  const [firstPort = 5432] = port;
  // The driver names the server to TLS by these.
  Object.assign(socket, { host: firstHost, port: firstPort });
  return socket.connect(firstPort, firstHost);
}
