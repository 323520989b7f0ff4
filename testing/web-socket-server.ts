import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** One client's connection, for texts. */
export interface Socket {
  /** The address that it was opened with, with its query. */
  readonly url: URL;
  send(text: string): void;
  close(): void;
}

interface Listener {
  onText(socket: Socket, text: string): void;
  onClose(socket: Socket): void;
}

export interface WebSocketServer {
  /** `ws://127.0.0.1:…` */
  readonly url: string;
  stop(): Promise<void>;
}

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A WebSocket server (RFC 6455) on this machine for texts of tests, without extensions. */
export async function startWebSocketServer(listener: Listener): Promise<WebSocketServer> {
  const streams = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on("upgrade", (request: IncomingMessage, stream: Duplex) => {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${GUID}`);
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest("base64")}\r\n\r\n`,
    );
    streams.add(stream);
    stream.on("close", () => streams.delete(stream));
    serve(stream, new URL(request.url ?? "/", "ws://127.0.0.1"), listener);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    async stop() {
      for (const stream of streams) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(stream: Duplex, url: URL, { onText, onClose }: Listener): void {
  const socket: Socket = {
    url,
    send: (text) => stream.writable && stream.write(frameOf(opcodes.text, Buffer.from(text))),
    close: () => stream.end(frameOf(opcodes.close, Buffer.alloc(0))),
  };
  let rest = Buffer.alloc(0);
  let message = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
      rest = rest.subarray(frame.bytes);
      if (frame.opcode === opcodes.close) socket.close();
      else if (frame.opcode === opcodes.ping) stream.write(frameOf(opcodes.pong, frame.payload));
      else if (frame.opcode !== opcodes.pong) {
        message = Buffer.concat([message, frame.payload]);
        if (!frame.isLast) continue;
        onText(socket, message.toString());
        message = Buffer.alloc(0);
      }
    }
  });
  stream.on("error", () => stream.destroy());
  stream.on("close", () => onClose(socket));
}

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
  /** Of the whole frame. */
  readonly bytes: number;
}

/** The first frame, which a client masks; null while it is not complete. */
function readFrame(data: Buffer): Frame | null {
  if (data.length < 2) return null;
  const [first = 0, second = 0] = data;
  const short = second & 127;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (data.length < start) return null;
  const length =
    lengthBytes === 2
      ? data.readUInt16BE(2)
      : lengthBytes === 8
        ? Number(data.readBigUInt64BE(2))
        : short;
  if (data.length < start + length) return null;
  const mask = data.subarray(start - 4, start);
  const payload = Buffer.from(data.subarray(start, start + length));
  for (let at = 0; at < payload.length; at++)
    payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { opcode: first & 15, isLast: (first & 128) !== 0, payload, bytes: start + length };
}

/** A server's frame is not masked. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([128 | opcode, length]), payload]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = 128 | opcode;
  head[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
