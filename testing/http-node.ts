import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as it comes in. */
export interface NodeCall {
  id: number;
  method: string;
  params: unknown[];
}

/** A node over HTTP that answers as told. */
export interface HttpNode {
  readonly url: string;
  /** What came in, oldest first; a batch is an array. */
  readonly bodies: (NodeCall | NodeCall[])[];
  /** How it answers from now on. */
  answer: (body: NodeCall | NodeCall[], response: ServerResponse) => void;
  stop(): Promise<void>;
}

/** Answers each call with its method's name. */
export function echo(body: NodeCall | NodeCall[], response: ServerResponse): void {
  const one = ({ id, method }: NodeCall) => ({ jsonrpc: "2.0", id, result: method });
  response.end(JSON.stringify(Array.isArray(body) ? body.map(one) : one(body)));
}

/** Answers everything with a status, a body and headers. */
export function saying(status: number, body: string, headers: Record<string, string> = {}) {
  return (_body: NodeCall | NodeCall[], response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Starts a node; it echoes until told otherwise. */
export async function startHttpNode(): Promise<HttpNode> {
  const bodies: HttpNode["bodies"] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as NodeCall | NodeCall[];
    bodies.push(body);
    node.answer(body, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const node: HttpNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    answer: echo,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return node;
}
