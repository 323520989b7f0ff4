import type { Readable } from "node:stream";

const CAPTURED_BYTES = 16_384;
/** The outcome is known by the status: a body that drips is not worth more of a sender's time. */
const CAPTURE_MS = 1_000;

/** The beginning of a response's body as text that Postgres can store; the rest is never read. */
export async function captureBody(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), CAPTURE_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= CAPTURED_BYTES) break;
    }
  } catch {
    // Cut short by the receiver or by us; what came is kept.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const bytes = Buffer.concat(chunks).subarray(0, CAPTURED_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\u0000", "\uFFFD");
}
