import { connect, type Socket } from "node:net";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import type { Mailbox } from "@/lib/core/mails/mailbox";

/** Where mails are given away. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else the connection is upgraded (STARTTLS). */
  readonly secure: boolean;
  /** Refuses a server that cannot upgrade. */
  readonly requireTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** No single step takes longer, and all of them together no longer than `sendMs`. */
  readonly stepMs: number;
  readonly sendMs: number;
}

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/**
 * `accepted`: the server has it. `refused`: it never will. `deferred`: not now. `unavailable`: the server failed before
 * this mail, and would fail with another. After a `lost` connection it is unknown whether the server has it.
 */
export interface SmtpOutcome {
  readonly kind: "accepted" | "refused" | "deferred" | "unavailable" | "lost";
  /** What came of it in a word, such as `refused_550`; null for `accepted`. */
  readonly failure: string | null;
  /** What the server said. */
  readonly response: string | null;
  /** The server will never take a mail for this address. */
  readonly refusesAddress?: true;
}

const STEP_MS = 10_000;
const SEND_MS = 20_000;
const MAX_RESPONSE = 300;

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** Reads `smtp://user:pass@host:587` or `smtps://…`. Beyond this machine nothing travels in clear. */
export function smtpServerOf(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    stepMs: STEP_MS,
    sendMs: SEND_MS,
    requireTls: !secure && !localHosts.has(url.hostname),
    credentials:
      url.username === ""
        ? null
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

interface Progress {
  /** The mail was named to the server. */
  isGiven: boolean;
  /** All of it took too long. */
  isLate: boolean;
}

/** Gives one message to a mail server, on a connection of its own. It never throws, and ends in time. */
export async function sendBySmtp(
  server: SmtpServer,
  envelope: Envelope,
  message: Buffer,
): Promise<SmtpOutcome> {
  const socket = connect({ host: server.host, port: server.port });
  const progress: Progress = { isGiven: false, isLate: false };
  // What is already being dealt with may fail once more.
  socket.on("error", () => {});
  const deadline = setTimeout(() => {
    progress.isLate = true;
    socket.destroy(new Error("The mail server took too long"));
  }, server.sendMs);
  try {
    await talk(server, socket, envelope, message, progress);
    return { kind: "accepted", failure: null, response: null };
  } catch (error) {
    return outcomeOf(error as SMTPConnection.SMTPError, progress);
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

async function talk(
  server: SmtpServer,
  socket: Socket,
  envelope: Envelope,
  message: Buffer,
  progress: Progress,
): Promise<void> {
  await connected(socket, server.stepMs);
  const connection = new SMTPConnection({
    connection: socket,
    host: server.host,
    secure: server.secure,
    requireTLS: server.requireTls,
    greetingTimeout: server.stepMs,
    socketTimeout: server.stepMs,
    logger: false,
  });
  await new Promise<void>((resolve, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("The mail server ended the connection")));
    const send = () => {
      progress.isGiven = true;
      connection.send({ from: envelope.from, to: [envelope.to] }, message, (error) =>
        error ? reject(error) : resolve(),
      );
    };
    const { credentials } = server;
    connection.connect((error) => {
      if (error) return reject(error);
      if (credentials === null) return send();
      connection.login({ credentials }, (refusal) => (refusal ? reject(refusal) : send()));
    });
  });
  connection.quit();
}

function connected(socket: Socket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => {
      socket.destroy(Object.assign(new Error("No connection in time"), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.setTimeout(0);
      resolve();
    });
  });
}

/**
 * Postgres takes neither U+0000 nor half a surrogate pair, which a cut leaves: a mail whose end cannot be written would
 * be sent for ever.
 */
const storable = (text: string) => text.toWellFormed().replaceAll("\u0000", " ");

/** Enhanced statuses that say that a recipient has no mailbox, or no domain that takes mail (RFC 3463, RFC 7505). */
const unknownAddress = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

/**
 * Whether a server says that there is no such mailbox (RFC 5321 §4.2.3). It answers with the same codes where it refuses
 * the sender, or mail for other servers.
 */
function isUnknownAddress(code: number, said: string): boolean {
  if (![550, 551, 553].includes(code)) return false;
  const status = /(?<![\d.])5(?:\.\d{1,3}){2}(?!\.?\d)/.exec(said)?.[0];
  return status === undefined ? !/sender|relay/i.test(said) : unknownAddress.has(status);
}

/** RFC 5321 §4.2.1: a reply that begins with 5 is final, one that begins with 4 is not. */
function outcomeOf(error: SMTPConnection.SMTPError, { isGiven, isLate }: Progress): SmtpOutcome {
  const { command = "", responseCode: code, response } = error;
  const said = response ? storable(response.slice(0, MAX_RESPONSE)) : null;
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  if (code !== undefined && isAboutMail) {
    const kind = code >= 500 ? "refused" : "deferred";
    const refusesAddress = command === "RCPT TO" && isUnknownAddress(code, said ?? "");
    return {
      kind,
      failure: `${kind}_${code}`,
      response: said,
      ...(refusesAddress && { refusesAddress: true as const }),
    };
  }
  // An address or a message that no server can send.
  if (command === "API" && isGiven) return { kind: "refused", failure: "invalid", response: null };
  if (code !== undefined) {
    const step = command.startsWith("AUTH") ? "login" : "server";
    return { kind: "unavailable", failure: `${step}_${code}`, response: said };
  }
  const word = isLate ? "timeout" : wordOf(error);
  return { kind: isGiven ? "lost" : "unavailable", failure: word, response: null };
}

/** What Node says of a certificate or a handshake; the client library puts its own code in place of Node's. */
const TLS_TROUBLE = /certificate|altnames|\b(?:SSL|TLS)\b/i;

function wordOf({ code, command = "", message }: SMTPConnection.SMTPError): string {
  if (code === "ETIMEDOUT") return "timeout";
  if (code === "EAUTH" || command.startsWith("AUTH")) return "login_failed";
  if (code === "ETLS" || command === "STARTTLS" || TLS_TROUBLE.test(message)) return "tls_failed";
  return "connection_failed";
}

/** A mail as it is given to a mail server. */
export interface Message {
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Who is answered in place of the sender. */
  readonly replyTo?: string | undefined;
  /** With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** Where a POST ends mails of this kind, without asking back (RFC 8058); null for those that are always sent. */
  readonly unsubscribeUrl: string | null;
}

/**
 * The bytes of a message (RFC 5322), with its text and its HTML as alternatives. What a subject or a name holds
 * stays in its header, line breaks and all.
 */
export async function composeMessage(message: Message): Promise<Buffer> {
  const { from, to, replyTo, subject, html, text, messageId, date, unsubscribeUrl } = message;
  const composer = new MailComposer({
    from: { name: from.name ?? "", address: from.address },
    to: { name: "", address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    html,
    text,
    messageId,
    date,
    headers: {
      // Answering machines leave it alone (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === null
        ? {}
        : {
            "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
