import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (RFC 6056), one of which may take a port between its choice
 * and its use, and above those that browsers refuse (10080).
 */
const LOWEST = 10_240;
const HIGHEST = 32_767;
const MOST_TRIES = 100;

/**
 * A port of 127.0.0.1 that is free now; 0 takes any.
 * @param service Named in the error when the port is taken
 */
export async function choosePort(port: number, service: string): Promise<number> {
  if (port !== 0) {
    if (await isFree(port)) return port;
    throw new Error(
      `Port ${port} on 127.0.0.1 is taken: stop the program that uses it, or give ${service} another port`,
    );
  }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const chosen = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(chosen)) return chosen;
  }
  throw new Error(`no port on 127.0.0.1 is free for ${service}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE" || error.code === "EACCES";
      if (isTaken) resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
