import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/**
 * What the server does at a step: a reply, `drop` to end the connection, `hang` to say nothing, `drip` to say
 * something all the time that never ends.
 */
export type Reaction = string | "drop" | "hang" | "drip";
/** `data` is before the message, `end` after its last dot. */
export type SmtpStep = "greeting" | "ehlo" | "auth" | "from" | "to" | "data" | "end";
export type Script = Partial<Record<SmtpStep, Reaction | ((argument: string) => Reaction)>>;

export interface ReceivedMail {
  from: string;
  to: string;
  /** As it came, with its headers. */
  raw: string;
}

/** A mail server on this machine that does as it is told. */
export interface TestSmtp {
  url: string;
  /** Taken, whatever was said afterwards. */
  received: ReceivedMail[];
  connections: number;
  script(script: Script): void;
  close(): Promise<void>;
}

const usual: Record<SmtpStep, string> = {
  greeting: "220 test ESMTP",
  ehlo: "250-test\r\n250 AUTH PLAIN",
  auth: "235 welcome",
  from: "250 sender ok",
  to: "250 recipient ok",
  data: "354 go on",
  end: "250 taken",
};

/** From the first byte, or once the client asks for it. */
export type SmtpTls = "smtps" | "starttls";

/** A key and a certificate that it has signed itself, for `localhost` until 2126: servers of tests alone use them. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1GWOwhmLBggW6NWg
7ohwdDJKjQEAkJiATJOjm+TZwgehRANCAAThYabAjI0dJS5HtNQJpOTPvW7ZcZUF
R226VsiHv0x2vMSXU4vRlrAh7s60LLi+d1i6rSwJMNf7c89PpxxvxR4j
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUOBgG71Xb36lIlL89xXPY9hnCxPMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxMTAzOVoYDzIxMjYxMDMw
MDExMDM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAThYabAjI0dJS5HtNQJpOTPvW7ZcZUFR226VsiHv0x2vMSXU4vRlrAh
7s60LLi+d1i6rSwJMNf7c89PpxxvxR4jo28wbTAdBgNVHQ4EFgQU3S0sFEGJFWt1
v26fRvQf3F/GbEcwHwYDVR0jBBgwFoAU3S0sFEGJFWt1v26fRvQf3F/GbEcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAMosZTnvtBJrax9NQkyQbl1vEDnYctIC0Wsx3xfM1SvxAiBT
9nF/Wri1GFpNKa0TOJ/Bv/Y/cMyLdQDon1RLyWVEIA==
-----END CERTIFICATE-----`,
} as const;

const secured = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...selfSigned });

/** Starts one on a free port; with TLS its certificate is `selfSigned`. */
export async function startSmtp(tls?: SmtpTls): Promise<TestSmtp> {
  let script: Script = {};
  const sockets = new Set<Socket>();
  const smtp = { received: [] as ReceivedMail[], connections: 0 };
  const react = (step: SmtpStep, argument: string) => {
    const reaction = script[step] ?? usual[step];
    return typeof reaction === "function" ? reaction(argument) : reaction;
  };
  const server = createServer((socket) => {
    smtp.connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (tls === "starttls") return upgrade(socket, react, smtp.received);
    converse(tls ? secured(socket) : socket, react, smtp.received);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(smtp, {
    url: `${tls === "smtps" ? "smtps" : "smtp"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: (next: Script) => {
      script = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("250-and more\r\n"), 40);
  socket.on("close", () => clearInterval(timer));
}

type React = (step: SmtpStep, argument: string) => Reaction;

/** Takes nothing in clear but the wish for TLS. */
function upgrade(socket: Socket, react: React, received: ReceivedMail[]): void {
  socket.write(`${react("greeting", "")}\r\n`);
  const listen = (chunk: Buffer) => {
    const line = chunk.toString();
    if (/^EHLO/i.test(line)) return void socket.write("250-test\r\n250 STARTTLS\r\n");
    if (!/^STARTTLS/i.test(line))
      return void socket.end("530 Must issue a STARTTLS command first\r\n");
    socket.off("data", listen);
    socket.write("220 go ahead\r\n");
    converse(secured(socket), react, received, "upgraded");
  };
  socket.on("data", listen);
}

function converse(
  socket: Socket,
  react: React,
  received: ReceivedMail[],
  begins: "greeted" | "upgraded" = "greeted",
): void {
  socket.on("error", () => {});
  const mail = { from: "", to: "" };
  let buffered = "";
  let isData = false;
  const answer = (step: SmtpStep, argument = "") => {
    const reaction = react(step, argument);
    if (reaction === "drop") socket.destroy();
    else if (reaction === "drip") drip(socket);
    else if (reaction !== "hang") socket.write(`${reaction}\r\n`);
    return reaction;
  };
  if (begins === "greeted") answer("greeting");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const end = buffered.indexOf(isData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        const reply = react("end", line);
        if (reply === "drop" || reply === "hang" || reply.startsWith("2")) {
          received.push({ ...mail, raw: line.replace(/^\.\./gm, ".") });
        }
        if (reply === "drop") socket.destroy();
        else if (reply !== "hang") socket.write(`${reply}\r\n`);
      } else if (/^EHLO/i.test(line)) answer("ehlo");
      else if (/^AUTH/i.test(line)) answer("auth", line);
      else if (/^MAIL FROM/i.test(line)) {
        mail.from = line.slice(10);
        answer("from", mail.from);
      } else if (/^RCPT TO/i.test(line)) {
        mail.to = /<(.*)>/.exec(line)?.[1] ?? "";
        answer("to", mail.to);
      } else if (/^DATA/i.test(line)) isData = String(answer("data")).startsWith("354");
      else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    }
  });
}
