import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listen } from "./listen";

const servers = [createServer(), createServer()];
const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]];

afterEach(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))));

const portOf = () => (first.address() as AddressInfo).port;

test("a taken port is said with the setting that chooses another", async () => {
  await listen(first, 0, undefined);
  const port = portOf();
  await expect(listen(second, port, undefined)).rejects.toThrow(
    `Port ${port} on this machine is taken: stop the program that uses it, or set PORT to another one`,
  );
  await listen(second, 0, "127.0.0.1");
});

test("an address that the machine does not have is said with its setting", async () => {
  await expect(listen(first, 0, "192.0.2.1")).rejects.toThrow(
    "HOST 192.0.2.1 is not an address of this machine",
  );
});
