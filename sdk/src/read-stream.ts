/** One event of a stream of server-sent events. */
export interface SentEvent {
  /** The last id that the stream gave. */
  readonly id: string;
  /** Empty where the stream only gave an id or a sign of life. */
  readonly data: string;
}

/**
 * Reads server-sent events (WHATWG HTML, 9.2) as they come. Fields that are not `id` or `data` are passed over;
 * an event that the connection cuts off is not given.
 * @param alive called for everything that comes
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<SentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      for (const block of blocks) yield readBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readBlock(block: string): SentEvent {
  const fields = block.split(/\r?\n/).map((line) => /^(id|data): ?(.*)$/.exec(line));
  const values = (wanted: string) =>
    fields.flatMap((field) => (field?.[1] === wanted ? [field[2] ?? ""] : []));
  return { id: values("id").at(-1) ?? "", data: values("data").join("\n") };
}
