import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 that is free now; 0 takes any.
 * @param service Named in the error when the port is taken
 */
export async function choosePort(port: number, service: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      reject(
        taken
          ? new Error(
              `Port ${port} on 127.0.0.1 is taken: stop the program that uses it, or give ${service} another port`,
            )
          : error,
      );
    });
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      const chosen = typeof address === "object" && address ? address.port : port;
      probe.close(() => resolve(chosen));
    });
  });
}
