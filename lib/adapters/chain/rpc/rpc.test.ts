import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { httpRpc, nodesOf, RpcError, RpcUnavailable } from "./rpc";

interface Call {
  id: number;
  method: string;
  params: unknown[];
}

let servers: Server[] = [];

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
  servers = [];
});

/** A node that answers bodies as told, and remembers them. */
async function startNode(answer: (body: Call | Call[]) => unknown) {
  const bodies: (Call | Call[])[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    bodies.push(body);
    const given = answer(body);
    if (given === undefined) return response.destroy();
    response.end(JSON.stringify(given));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

const echo = ({ id, method }: Call) => ({ jsonrpc: "2.0", id, result: method });
const inReverse = (body: Call | Call[]) =>
  Array.isArray(body) ? body.map(echo).reverse() : echo(body);
const methods = ["a", "b", "c"];
const ask = (rpc: ReturnType<typeof httpRpc>, names = methods) =>
  Promise.all(names.map((method) => rpc.request({ method })));

test("calls made together go out as one batch, and each gets its own answer", async () => {
  const node = await startNode(inReverse);
  expect(await ask(httpRpc([node.url]))).toEqual(methods);
  expect(node.bodies).toHaveLength(1);
});

test("a call by itself is no batch; signed and large ones go by themselves", async () => {
  const node = await startNode(inReverse);
  const rpc = httpRpc([node.url]);
  expect(await rpc.request({ method: "a" })).toBe("a");
  await Promise.all([
    rpc.request({ method: "eth_sendRawTransaction", params: ["0x00"] }),
    rpc.request({ method: "big", params: ["x".repeat(5_000)] }),
    rpc.request({ method: "b" }),
    rpc.request({ method: "c" }),
  ]);
  const sizes = node.bodies.map((body) => (Array.isArray(body) ? body.length : 1));
  expect(sizes.sort()).toEqual([1, 1, 1, 2]);
});

test("a node that takes no batches is asked one by one, from then on", async () => {
  const node = await startNode((body) =>
    Array.isArray(body)
      ? { jsonrpc: "2.0", error: { code: -32600, message: "batch" } }
      : echo(body),
  );
  const rpc = httpRpc([node.url]);
  expect(await ask(rpc)).toEqual(methods);
  expect(await ask(rpc)).toEqual(methods);
  expect(node.bodies.filter(Array.isArray)).toHaveLength(1);
});

test("an error in a batch is the error of its own call", async () => {
  const node = await startNode((body) =>
    [body]
      .flat()
      .map((call) =>
        call.method === "b"
          ? { jsonrpc: "2.0", id: call.id, error: { code: 3, message: "reverted", data: "0x12" } }
          : echo(call),
      ),
  );
  const rpc = httpRpc([node.url]);
  const results = await Promise.allSettled(methods.map((method) => rpc.request({ method })));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const error = results[1]?.status === "rejected" ? results[1].reason : undefined;
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ code: 3, data: "0x12" });
});

test("a batch that loses an answer, or all of them, has no answer for those calls", async () => {
  const forgetful = await startNode((body) =>
    [body]
      .flat()
      .filter(({ method }) => method !== "b")
      .map(echo),
  );
  const rpc = httpRpc([forgetful.url]);
  await expect(ask(rpc)).rejects.toThrow(RpcUnavailable);
  const silent = await startNode(() => undefined);
  await expect(ask(httpRpc([silent.url]))).rejects.toThrow(RpcUnavailable);
});

test("when a node does not answer the next one is asked", async () => {
  const [silent, node] = [await startNode(() => undefined), await startNode(inReverse)];
  expect(await ask(httpRpc([silent.url, node.url]))).toEqual(methods);
  await expect(httpRpc([]).request({ method: "a" })).rejects.toThrow(RpcUnavailable);
});

test("each node can be asked by itself, is named without secrets, and can be left out", async () => {
  const nodes = [await startNode(() => ({ result: 1 })), await startNode(() => ({ result: 2 }))];
  const rpc = httpRpc(nodes.map(({ url }) => `${url}/v2/secret`));
  const [first, second] = nodesOf(rpc);
  if (!first || !second) throw new Error("two URLs are two nodes");
  expect([first.name, second.name]).toEqual(
    nodes.map(({ url }, index) => `${index + 1} (${new URL(url).host})`),
  );
  expect(await second.request({ method: "a" })).toBe(2);
  expect(await rpc.request({ method: "a" })).toBe(1);
  first.leftOut = "it is on another chain";
  expect(await rpc.request({ method: "a" })).toBe(2);
  expect(await first.request({ method: "a" })).toBe(1);
  second.leftOut = "it is on another chain";
  await expect(rpc.request({ method: "a" })).rejects.toThrow("left out: it is on another chain");
});

test("an RPC without nodes of its own is its only node", async () => {
  const rpc = { request: async () => 1 };
  expect(nodesOf(rpc)).toHaveLength(1);
  expect(nodesOf(rpc)).toBe(nodesOf(rpc));
  expect(await nodesOf(rpc)[0]?.request({ method: "a" })).toBe(1);
});

test("errors are known across copies of the module, which a process may hold two of", async () => {
  vi.resetModules();
  const copy = await import("./rpc");
  expect(copy.RpcError).not.toBe(RpcError);
  const refused = new copy.RpcError(3, "execution reverted", "0x");
  const silent = new copy.RpcUnavailable("no answer");
  expect([refused instanceof RpcError, refused instanceof RpcUnavailable]).toEqual([true, false]);
  expect([silent instanceof RpcError, silent instanceof RpcUnavailable]).toEqual([false, true]);
  expect(new Error("RpcError") instanceof RpcError).toBe(false);
});
