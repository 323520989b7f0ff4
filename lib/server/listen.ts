import type { Server } from "node:http";

/** What hinders a server, by the code of the system's error (`listen(2)`, `bind(2)`). */
const hindrances: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `Port ${port} on ${host} is taken: stop the program that uses it, or set PORT to another one`,
  EACCES: (port) => `Port ${port} needs more rights than this user has: set PORT to 1024 or more`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (_port, host) => `HOST ${host} is not an address of this machine`,
};

/**
 * Lets a server listen on a port of one of the machine's addresses, or of all.
 * @throws Error naming the setting to change, when that cannot be
 */
export async function listen(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const say = hindrances[error.code ?? ""];
      reject(say ? new Error(say(port, host ?? "this machine"), { cause: error }) : error);
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      // What goes wrong later is not about the port.
      server.off("error", refuse);
      resolve();
    });
  });
}
