import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { echo, type HttpNode, saying, startHttpNode } from "@/testing/http-node";
import { isRateLimit } from "./chain-trouble";
import { httpRpc, type Rpc, RpcError, RpcUnavailable } from "./rpc";
import { rpcWithin } from "./rpc-within";

let nodes: HttpNode[] = [];
/** Milliseconds by which the client's clock is ahead. */
let ahead = 0;

beforeEach(() => {
  ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
});

async function start(): Promise<HttpNode> {
  const node = await startHttpNode();
  nodes.push(node);
  return node;
}
const together = (rpc: Rpc, methods = ["a", "b", "c"]) =>
  Promise.allSettled(methods.map((method) => rpc.request({ method })));
const reasonsOf = async (rpc: Rpc) =>
  (await together(rpc)).map((result) => (result.status === "rejected" ? result.reason : "fine"));
const errorBody = (code: number, message: string, data?: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data } });
const batchesOf = ({ bodies }: HttpNode) => bodies.filter(Array.isArray).length;
const hang = () => {};

describe("a body that is no answer", () => {
  test.each([
    ["null", "null"],
    ["a number", "7"],
    ["text", '"ok"'],
    ["true", "true"],
    ["an empty object", "{}"],
    ["a page", "<html><body>Bad gateway</body></html>"],
    ["nothing", ""],
    ["half an answer", '{"jsonrpc":"2.0","id":1,"res'],
    ["an error without a code", '{"jsonrpc":"2.0","error":"too bad"}'],
    ["another call's", '{"jsonrpc":"2.0","id":987654321,"result":"0x1"}'],
  ])("is none for a call or for a batch: %s", async (_name, body) => {
    const [node, other] = [await start(), await start()];
    node.answer = saying(200, body);
    const rpc = httpRpc([node.url]);
    await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcUnavailable);
    for (const reason of await reasonsOf(rpc)) expect(reason).toBeInstanceOf(RpcUnavailable);
    // The next node is asked instead.
    expect(await httpRpc([node.url, other.url]).request({ method: "a" })).toBe("a");
  });

  test("is none for a batch either when it is a list of such", async () => {
    const node = await start();
    node.answer = saying(200, "[null, 7, [], {}]");
    for (const reason of await reasonsOf(httpRpc([node.url]))) {
      expect(reason).toBeInstanceOf(RpcUnavailable);
    }
  });

  test("and one without end is not read to its end", async () => {
    const node = await start();
    const chunk = Buffer.alloc(1024 * 1024, " ");
    let sent = 0;
    const ended = new Promise<void>((resolve) => {
      node.answer = (_body, response) => {
        response.on("close", resolve);
        const more = () => {
          while (!response.destroyed && sent < 400) {
            sent += 1;
            if (!response.write(chunk)) return void response.once("drain", more);
          }
          response.end();
        };
        more();
      };
    });
    const asking = httpRpc([node.url]).request({ method: "a" });
    await expect(asking).rejects.toThrow("too long");
    await ended;
    expect(sent).toBeLessThan(400);
  });
});

describe("batches", () => {
  const refusal = { code: -32600, message: "batch too large" };
  test.each([
    ["under the first call's id", (id: number) => ({ jsonrpc: "2.0", id, error: refusal })],
    [
      "as a list under the first call's id",
      (id: number) => [{ jsonrpc: "2.0", id, error: refusal }],
    ],
    ["as a list under no id", () => [{ jsonrpc: "2.0", id: null, error: refusal }]],
  ])("that are refused %s are sent call by call, and given up", async (_form, say) => {
    const node = await start();
    node.answer = (body, response) =>
      Array.isArray(body)
        ? response.end(JSON.stringify(say(body[0]?.id ?? 0)))
        : echo(body, response);
    const rpc = httpRpc([node.url]);
    expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    expect(batchesOf(node)).toBe(1);
  });

  test("are given up for a while when the node takes none, and offered again later", async () => {
    const node = await start();
    node.answer = (body, response) =>
      Array.isArray(body)
        ? response.end(errorBody(-32600, "batch requests are not supported"))
        : echo(body, response);
    const rpc = httpRpc([node.url]);
    expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    expect(batchesOf(node)).toBe(1);
    ahead += 11 * 60_000;
    node.answer = echo;
    await together(rpc);
    await together(rpc);
    expect(batchesOf(node)).toBe(3);
  });

  test("go on after an error that passes; one that stays ends them for a minute", async () => {
    const node = await start();
    const failing: HttpNode["answer"] = (body, response) =>
      Array.isArray(body)
        ? response.end(errorBody(-32603, "internal error"))
        : echo(body, response);
    node.answer = failing;
    const rpc = httpRpc([node.url]);
    expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    node.answer = echo;
    await together(rpc);
    expect(batchesOf(node)).toBe(2);
    node.answer = failing;
    for (let time = 0; time < 5; time += 1) {
      expect(await reasonsOf(rpc)).toEqual(["fine", "fine", "fine"]);
    }
    expect(batchesOf(node)).toBe(5);
    ahead += 61_000;
    node.answer = echo;
    await together(rpc);
    expect(batchesOf(node)).toBe(6);
  });

  test("are no proof of anything when the node is asked too often", async () => {
    const node = await start();
    node.answer = saying(200, errorBody(-32005, "rate limit exceeded"));
    const rpc = httpRpc([node.url]);
    for (const reason of await reasonsOf(rpc)) {
      expect(reason).toBeInstanceOf(RpcUnavailable);
      expect(isRateLimit(reason)).toBe(true);
    }
    expect(node.bodies).toHaveLength(1);
    ahead += 1_500;
    node.answer = echo;
    await together(rpc);
    expect(batchesOf(node)).toBe(2);
  });

  test("that a proxy refuses by their form are asked one by one", async () => {
    const node = await start();
    node.answer = (body, response) =>
      Array.isArray(body) ? saying(413, "<html>")(body, response) : echo(body, response);
    expect(await reasonsOf(httpRpc([node.url]))).toEqual(["fine", "fine", "fine"]);
  });
});

describe("a node that refuses a call for a reason of its own", () => {
  const refusals: [number, string][] = [
    [-32001, "Unable to complete request at this time."],
    [-32003, "daily request limit reached - upgrade your account"],
    [-32005, "daily request count exceeded, request rate limited by plan"],
    [-32011, "no backend is currently healthy to serve traffic"],
    [-32601, "method is not available on your plan"],
    [-32603, "Internal error"],
  ];

  test.each(refusals)(
    "%i: the next one answers the same request, and is asked first from then on",
    async (code, message) => {
      const [node, other] = [await start(), await start()];
      node.answer = saying(200, errorBody(code, message));
      const rpc = httpRpc([node.url, other.url]);
      for (let time = 0; time < 3; time += 1) {
        expect(await rpc.request({ method: "eth_call" })).toBe("eth_call");
      }
      expect(node.bodies).toHaveLength(1);
      expect(rpc.nodes?.[0]?.refusals?.()).toEqual(
        /limit/.test(message) && code === -32005 ? [] : [`refuses eth_call (${code})`],
      );
      expect(rpc.nodes?.[1]?.refusals?.()).toEqual([]);
    },
  );

  test("is left for longer each time, and comes first again once it serves the method", async () => {
    const [node, other] = [await start(), await start()];
    node.answer = saying(200, errorBody(-32003, "monthly quota used up"));
    const rpc = httpRpc([node.url, other.url]);
    const asked = async (milliseconds: number) => {
      ahead += milliseconds;
      await rpc.request({ method: "eth_call" });
      return node.bodies.length;
    };
    expect([await asked(0), await asked(1_100), await asked(1_100), await asked(1_000)]).toEqual([
      1, 2, 2, 3,
    ]);
    node.answer = echo;
    expect([await asked(2_000), await asked(2_100), await asked(0)]).toEqual([3, 4, 5]);
    expect(other.bodies).toHaveLength(5);
    expect(rpc.nodes?.[0]?.refusals?.()).toEqual([]);
  });

  test("serves its other methods, and hears that a call is wrong from the first that is asked", async () => {
    const [node, other] = [await start(), await start()];
    const rpc = httpRpc([node.url, other.url]);
    node.answer = saying(200, errorBody(-32601, "not on your plan"));
    await rpc.request({ method: "eth_getLogs" });
    node.answer = echo;
    await rpc.request({ method: "eth_call" });
    expect(node.bodies).toHaveLength(2);
    node.answer = saying(200, errorBody(3, "execution reverted"));
    await expect(rpc.request({ method: "eth_call" })).rejects.toBeInstanceOf(RpcError);
    expect(other.bodies).toHaveLength(1);
  });

  test("is not blamed where no node knows better", async () => {
    const [node, other] = [await start(), await start()];
    node.answer = saying(200, errorBody(-32000, "header not found"));
    other.answer = saying(200, errorBody(-32000, "missing trie node"));
    const rpc = httpRpc([node.url, other.url]);
    await expect(rpc.request({ method: "eth_call" })).rejects.toThrow("header not found");
    expect(rpc.nodes?.flatMap((one) => one.refusals?.() ?? [])).toEqual([]);
  });
});

describe("a node that had little time", () => {
  test("did not fail for being late, and failed for a bad answer all the same", async () => {
    const [node, other] = [await start(), await start()];
    const rpc = httpRpc([node.url, other.url]);
    const asked = () => rpc.request({ method: "a", timeoutMs: 200 });
    node.answer = hang;
    expect(await asked()).toBe("a");
    expect(await asked()).toBe("a");
    expect(node.bodies).toHaveLength(2);
    node.answer = saying(500, "<html>");
    expect(await asked()).toBe("a");
    expect(await asked()).toBe("a");
    expect(node.bodies).toHaveLength(3);
  });
});

describe("HTTP statuses", () => {
  test.each([
    ["429, seconds", 429, "30"],
    ["429, a date", 429, new Date(Date.now() + 30_000).toUTCString()],
    ["503, seconds", 503, "30"],
  ])(
    "%s: the node is left alone for that time, and the next one is asked",
    async (_n, status, after) => {
      const [node, other] = [await start(), await start()];
      node.answer = saying(status, errorBody(429, "too many"), { "retry-after": after });
      const rpc = httpRpc([node.url, other.url]);
      expect(await rpc.request({ method: "a" })).toBe("a");
      node.answer = echo;
      ahead += 20_000;
      for (let time = 0; time < 3; time += 1) await rpc.request({ method: "a" });
      expect(node.bodies).toHaveLength(1);
      expect(other.bodies).toHaveLength(4);
      ahead += 15_000;
      // Found to be back by a call beside this one, it is the first again.
      await rpc.request({ method: "a" });
      await expect.poll(() => node.bodies.length).toBe(2);
      await expect
        .poll(async () => {
          await rpc.request({ method: "b" });
          return node.bodies.some((body) => !Array.isArray(body) && body.method === "b");
        })
        .toBe(true);
    },
  );

  test("an only node that wants no calls gets none", async () => {
    const node = await start();
    node.answer = saying(429, "slow down", { "retry-after": "7" });
    const rpc = httpRpc([node.url]);
    await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcUnavailable);
    await expect(rpc.request({ method: "a" })).rejects.toThrow("asked to wait");
    expect(node.bodies).toHaveLength(1);
    // Of what is asked for, a minute counts.
    ahead += 8_000;
    node.answer = saying(429, "", { "retry-after": "86400" });
    await expect(rpc.request({ method: "a" })).rejects.toThrow("HTTP 429");
    ahead += 61_000;
    node.answer = echo;
    expect(await rpc.request({ method: "a" })).toBe("a");
  });

  test.each([
    ["500 with a page", 500, "<html>"],
    ["502 with nothing", 502, ""],
    ["404 with a page", 404, "<html>"],
    ["401 with an error of the account", 401, errorBody(-32600, "Must be authenticated!")],
    ["403 with an error of the account", 403, errorBody(-32000, "forbidden")],
  ])("%s is no answer", async (_name, status, body) => {
    const node = await start();
    node.answer = saying(status, body);
    await expect(httpRpc([node.url]).request({ method: "a" })).rejects.toBeInstanceOf(
      RpcUnavailable,
    );
  });

  test("400 and 500 with a JSON-RPC error are the node's word, and no other node is asked", async () => {
    const [node, other] = [await start(), await start()];
    const rpc = httpRpc([node.url, other.url]);
    for (const status of [400, 500]) {
      node.answer = saying(status, errorBody(-32602, "invalid params"));
      await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcError);
    }
    expect(other.bodies).toHaveLength(0);
  });

  test("a revert is a fact about the call, whatever its text says", async () => {
    const node = await start();
    const rpc = httpRpc([node.url]);
    for (const body of [
      errorBody(3, "execution reverted: rate limit exceeded", "0x08c379a0"),
      errorBody(-32000, "execution reverted: too many requests"),
      errorBody(-32000, "nonce too low"),
    ]) {
      node.answer = saying(200, body);
      await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcError);
    }
  });
});

describe("a node that hangs", () => {
  test("leaves time for the next one, and is asked last for a while", async () => {
    const [node, other] = [await start(), await start()];
    node.answer = hang;
    const rpc = httpRpc([node.url, other.url]);
    expect(await rpcWithin(rpc, 2_000).request({ method: "a" })).toBe("a");
    for (let time = 0; time < 3; time += 1) await rpc.request({ method: "a" });
    expect(node.bodies).toHaveLength(1);
    // When its pause is over one call looks whether it is back, and nobody waits for that.
    ahead += 1_500;
    for (let time = 0; time < 3; time += 1) await rpc.request({ method: "a" });
    await expect.poll(() => node.bodies.length).toBe(2);
    expect(node.bodies[1]).toMatchObject({ method: "eth_chainId" });
    expect(other.bodies).toHaveLength(7);
  });

  test("is the first again once it has answered", async () => {
    const [node, other] = [await start(), await start()];
    node.answer = (_body, response) => response.destroy();
    const rpc = httpRpc([node.url, other.url]);
    await rpc.request({ method: "a" });
    node.answer = echo;
    ahead += 1_500;
    await expect
      .poll(async () => {
        await rpc.request({ method: "b" });
        return node.bodies.some((body) => !Array.isArray(body) && body.method === "b");
      })
      .toBe(true);
  });

  test("is asked all the same when there is no other", async () => {
    const node = await start();
    node.answer = (_body, response) => response.destroy();
    const rpc = httpRpc([node.url]);
    await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcUnavailable);
    node.answer = echo;
    expect(await rpc.request({ method: "a" })).toBe("a");
  });
});

describe("limited time", () => {
  test("is shared by all calls of a piece of work: when it is over nobody is asked", async () => {
    const node = await start();
    node.answer = hang;
    const rpc = rpcWithin(httpRpc([node.url]), 300);
    await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcUnavailable);
    await expect(rpc.request({ method: "b" })).rejects.toBeInstanceOf(RpcUnavailable);
    expect(node.bodies).toHaveLength(1);
  });

  test("holds for whatever stands between the caller and the node", async () => {
    const rpc = rpcWithin({ request: () => new Promise(hang) }, 50);
    await expect(rpc.request({ method: "a" })).rejects.toBeInstanceOf(RpcUnavailable);
  });

  test("of one call of a batch does not end the others", async () => {
    const node = await start();
    let answer = () => {};
    node.answer = (body, response) => {
      answer = () => echo(body, response);
    };
    const rpc = httpRpc([node.url]);
    const patient = rpc.request({ method: "a" });
    const hasty = rpcWithin(rpc, 200).request({ method: "b" });
    await expect(hasty).rejects.toBeInstanceOf(RpcUnavailable);
    await sleep(10);
    answer();
    expect(await patient).toBe("a");
    expect(batchesOf(node)).toBe(1);
  });
});
