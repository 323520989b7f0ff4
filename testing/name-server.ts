import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { isIPv4 } from "node:net";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A real name server (RFC 1035) on this machine, and a resolver that asks it. */
export interface NameServer {
  resolver: Resolver;
  /** Every name that was asked for, once per record type. */
  asked: string[];
  close(): Promise<void>;
}

/** @param addressesOf the addresses of a name at this moment; none means that it does not exist */
export async function startNameServer(
  addressesOf: (name: string) => string[],
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, peer) => {
    const { name, end } = readName(query);
    asked.push(name);
    const type = query.readUInt16BE(end);
    const wanted = addressesOf(name).filter((address) => isIPv4(address) === (type === TYPE_A));
    const known = addressesOf(name).length > 0;
    socket.send(answer(query.subarray(0, end + 4), known, wanted), peer.port, peer.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver,
    asked,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let place = HEADER_BYTES;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString("ascii", place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join("."), end: place + 1 };
}

function answer(question: Buffer, known: boolean, addresses: string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...addresses.map(record)]);
}

/** The name is a pointer to the question's; the time to live is 0. */
function record(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(isIPv4(address) ? TYPE_A : TYPE_AAAA, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right] = address.split("::");
  const groups = (text: string) => (text ? text.split(":") : []);
  const tail = groups(right ?? "");
  const middle = right === undefined ? 0 : 8 - groups(left).length - tail.length;
  const all = [...groups(left), ...Array<string>(middle).fill("0"), ...tail];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
