import { expect, test } from "vitest";
import { readRepeatedLength } from "./repeated-length";

const code = (name: string) => Object.assign(new Error("Parse Error"), { code: name });
const repeated = code("HPE_UNEXPECTED_CONTENT_LENGTH");
const read = (text: string, error: Error = repeated) =>
  readRepeatedLength(error, [Buffer.from(text, "latin1")]);

async function bodyOf(answer: ReturnType<typeof readRepeatedLength>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer?.body ?? []) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

test.each([
  ["in two fields", "Content-Length: 3\r\ncontent-length: 3"],
  ["in one field", "Content-Length: 3, 3"],
  ["in both", "Content-Length: 3 , 3\r\nContent-Length: 3"],
])("equal lengths %s are one", async (_where, fields) => {
  const answer = read(`HTTP/1.1 200 OK\r\nX-One: a:b\r\n${fields}\r\n\r\nabcd`);
  expect(answer).toMatchObject({
    status: 200,
    headers: { "x-one": "a:b", "content-length": "3" },
  });
  expect(await bodyOf(answer)).toBe("abc");
});

test("interim answers before it are left out", async () => {
  const answer = read(
    "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 Not Found\nContent-Length: 1\nContent-Length: 1\n\nx",
  );
  expect(answer).toMatchObject({ status: 404 });
  expect(answer?.headers.link).toBeUndefined();
  expect(await bodyOf(answer)).toBe("x");
});

test.each([
  ["lengths that differ", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  ["one list with two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3, 4\r\n\r\nabcd"],
  ["a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: -3, -3\r\n\r\nabc"],
  ["no length", "HTTP/1.1 200 OK\r\nX: 1\r\n\r\nabc"],
  ["a head without an end", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n"],
  ["another protocol", "SSH-2.0 200 x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"],
])("an answer with %s is none", (_what, text) => {
  expect(read(text)).toBeNull();
});

test("another error of the parser stays an error", () => {
  const text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc";
  expect(read(text, code("HPE_INVALID_HEADER_TOKEN"))).toBeNull();
  expect(read(text, new Error("HPE_UNEXPECTED_CONTENT_LENGTH"))).toBeNull();
  expect(read(text, code("HPE_INVALID_CONTENT_LENGTH"))).not.toBeNull();
});

test("a body that came in part is cut short, and says so", async () => {
  const answer = read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 9\r\n\r\nabc");
  await expect(bodyOf(answer)).rejects.toThrow("not whole");
});
