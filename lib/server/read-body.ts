/** Reads a web body as text, up to a limit in bytes; null when it is larger. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<string | null> {
  return (await readBytes(body, limit))?.toString("utf8") ?? null;
}

/** Reads a web body up to a limit in bytes; null when it is larger. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer | null> {
  if (!body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
