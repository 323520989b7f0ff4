import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startScript } from "@/testing/script-process";
import { type Script, selfSigned, startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { composeMessage, type Message, sendBySmtp, smtpServerOf } from "./smtp";

let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startSmtp();
});
beforeEach(() => {
  smtp.script({});
  smtp.received.length = 0;
});
afterAll(() => smtp.close());

const message: Message = {
  from: { name: "Aurora Coffee", address: "billing@aurora.example" },
  to: "ada@example.com",
  subject: "Receipt: 2.50 USDC",
  html: "<p>Täglich</p>",
  text: "Täglich",
  messageId: "<eml_1@aurora.example>",
  date: new Date("2026-01-02T03:04:05Z"),
  unsubscribeUrl: null,
};
const envelope = { from: message.from.address, to: message.to };
const limits = { stepMs: 150, sendMs: 400 };

async function send(script: Script, url = smtp.url) {
  smtp.script(script);
  return sendBySmtp({ ...smtpServerOf(url), ...limits }, envelope, await composeMessage(message));
}

/** The header of a message, unfolded, by lower-case name. */
function headersOf(raw: string): [name: string, value: string][] {
  const [head = ""] = raw.split("\r\n\r\n");
  return head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    });
}

test("a mail is given to its one recipient, with text before HTML", async () => {
  expect(await send({})).toEqual({ kind: "accepted", failure: null, response: null });
  expect(smtp.received).toHaveLength(1);
  const { to = "", raw = "" } = smtp.received[0] ?? {};
  expect(to).toBe("ada@example.com");
  const headers = new Map(headersOf(raw));
  expect(headers.get("message-id")).toBe("<eml_1@aurora.example>");
  expect(headers.get("from")).toBe("Aurora Coffee <billing@aurora.example>");
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.has("list-unsubscribe")).toBe(false);
  expect(headers.get("content-type")).toMatch(/^multipart\/alternative/);
  expect(raw.indexOf("text/plain")).toBeLessThan(raw.indexOf("text/html"));
});

test.each([
  [{ to: "550 5.1.1 no such user" }, "refused", "refused_550"],
  [{ end: "554 5.7.1 looks like spam" }, "refused", "refused_554"],
  [{ to: "451 4.7.1 greylisted" }, "deferred", "deferred_451"],
  [{ end: "452 disk full" }, "deferred", "deferred_452"],
  [{ greeting: "421 busy" }, "unavailable", "server_421"],
  [{ from: "550 not your domain" }, "unavailable", "server_550"],
  [{ greeting: "drop" }, "unavailable", "connection_failed"],
  [{ end: "drop" }, "lost", "connection_failed"],
  [{ greeting: "hang" }, "unavailable", "timeout"],
  [{ end: "hang" }, "lost", "timeout"],
] satisfies [Script, string, string][])("%j is %s", async (script, kind, failure) => {
  const outcome = await send(script);
  expect(outcome).toMatchObject({ kind, failure });
  const [said] = Object.values(script);
  if (kind === "refused" || kind === "deferred") expect(outcome.response).toBe(said);
});

test.each([
  "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table",
  "550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Check the spelling.",
  "550 5.1.2 bad destination system",
  "553 5.1.3 bad address syntax",
  "551 5.1.6 the mailbox has moved",
  "550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup",
  "550 5.2.1 the account is disabled",
  "550 no such user here",
  "551 user not local",
])("%j says that the address is unknown", async (to) => {
  expect(await send({ to })).toMatchObject({ kind: "refused", refusesAddress: true });
});

test.each([
  "550 5.1.0 <billing@aurora.example>: Sender address rejected: User unknown",
  "550 #5.1.0 Address rejected.",
  "553 5.1.7 bad sender's mailbox address syntax",
  "550 5.1.8 <billing@aurora.example>: Sender address rejected: Domain not found",
  "550 5.7.1 blocked by policy",
  "550 5.7.515 access denied, the sending domain does not meet the required level",
  "550 relay not permitted",
  "550 Sender verify failed",
  "553 Relaying denied",
  "552 5.2.2 mailbox full",
])("%j says nothing of the address", async (to) => {
  const outcome = await send({ to });
  expect(outcome.kind).toBe("refused");
  expect(outcome).not.toHaveProperty("refusesAddress");
});

test("what a server says can be stored, whatever its bytes", async () => {
  const outcome = await send({ to: "550 no\u0000such user" });
  expect(outcome).toMatchObject({ kind: "refused", response: "550 no such user" });
  // The 300th unit is the first half of a character.
  const cut = await send({ to: `550 ${"x".repeat(295)}\u{1f600} gone` });
  expect(cut).toMatchObject({ kind: "refused", response: `550 ${"x".repeat(295)}\ufffd` });
});

test("a server that refuses the login is no reason to give a mail up", async () => {
  const url = smtp.url.replace("//", "//mailer:p%40ss@");
  expect(await send({ auth: "535 wrong password" }, url)).toMatchObject({
    kind: "unavailable",
    failure: "login_535",
  });
  const given: string[] = [];
  const auth = (line: string) => {
    given.push(Buffer.from(line.split(" ")[2] ?? "", "base64").toString());
    return "235 welcome";
  };
  expect(await send({ auth }, url)).toMatchObject({ kind: "accepted" });
  expect(given).toEqual(["\u0000mailer\u0000p@ss"]);
});

test("an address where no server is, and a server that stops in the middle, are given up", async () => {
  expect(await send({}, "smtp://127.0.0.1:1")).toMatchObject({
    kind: "unavailable",
    failure: "connection_failed",
  });
  expect(await send({ ehlo: "hang" })).toMatchObject({ kind: "unavailable", failure: "timeout" });
});

test("a server that drips is given up when all of it has taken too long", async () => {
  expect(await send({ ehlo: "drip" })).toMatchObject({ kind: "unavailable", failure: "timeout" });
});

test("beyond this machine nothing is sent in clear", () => {
  expect(smtpServerOf("smtp://user:secret@mail.example.com")).toMatchObject({
    port: 587,
    secure: false,
    requireTls: true,
  });
  expect(smtpServerOf("smtps://mail.example.com")).toMatchObject({
    port: 465,
    secure: true,
    credentials: null,
  });
  expect(smtpServerOf("smtp://[::1]:1025")).toMatchObject({ host: "::1", requireTls: false });
});

test("a server without TLS is refused where TLS is needed", async () => {
  const server = { ...smtpServerOf(smtp.url), ...limits, requireTls: true };
  const outcome = await sendBySmtp(server, envelope, await composeMessage(message));
  expect(outcome.kind).toBe("unavailable");
  expect(smtp.received).toEqual([]);
});

test.each(["smtps", "starttls"] as const)(
  "a mail goes by %s to a server whose certificate is trusted, and to no other",
  async (tls) => {
    const server = await startSmtp(tls);
    const untrusted = await sendBySmtp(
      { ...smtpServerOf(server.url), stepMs: 5_000, sendMs: 5_000, requireTls: tls === "starttls" },
      envelope,
      await composeMessage(message),
    );
    expect(untrusted).toMatchObject({ kind: "unavailable", failure: "tls_failed" });
    expect(server.received).toEqual([]);

    const url = server.url.replace("://", "://user:pass@").replace("127.0.0.1", "localhost");
    const authority = join(inject("runFolder"), `authority-${tls}.pem`);
    writeFileSync(authority, selfSigned.cert);
    const trusting = startScript(
      `import { sendBySmtp, smtpServerOf } from "./lib/adapters/email/smtp";
       const server = { ...smtpServerOf(${JSON.stringify(url)}), requireTls: true };
       const mail = Buffer.from("Subject: x\\r\\n\\r\\nover TLS");
       console.log(JSON.stringify(await sendBySmtp(server, ${JSON.stringify(envelope)}, mail)));`,
      { NODE_EXTRA_CA_CERTS: authority },
    );
    expect(JSON.parse(await trusting.nextLine())).toMatchObject({ kind: "accepted" });
    expect(server.received).toMatchObject([
      { to: envelope.to, raw: expect.stringContaining("over TLS") },
    ]);
    await trusting.end("SIGKILL");
    await server.close();
  },
);

test("mails that a preference governs can be ended with one click", async () => {
  const unsubscribeUrl = "https://pay.example.com/api/mail/unsubscribe/v1.ab12.token-_x";
  const raw = (await composeMessage({ ...message, unsubscribeUrl })).toString();
  const headers = new Map(headersOf(raw));
  expect(headers.get("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
});

test("nothing that a name or a subject holds becomes a header", async () => {
  const plain = headersOf((await composeMessage(message)).toString()).map(([name]) => name);
  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "\r\n",
          "\n",
          "\r",
          "\u2028",
          "\u0085",
          "Bcc: eve@example.com",
          ":",
          "<",
          '"',
        ),
        fc.string({ maxLength: 12, unit: "binary" }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (subject, name) => {
      const from = { name, address: "billing@aurora.example" };
      const raw = (await composeMessage({ ...message, subject: `Re ${subject}`, from })).toString();
      const found = headersOf(raw);
      expect(found.map(([known]) => known)).toEqual(plain);
      expect(new Map(found).get("to")).toBe("ada@example.com");
    }),
    { numRuns: 100 },
  );
});
