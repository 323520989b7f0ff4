import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { boundedTurns } from "@/lib/core/async/bounded-turns";
import type { ElectronicInvoice } from "@/lib/core/invoices/factur-x/profile";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import type { RenderReply, RenderRequest } from "./pdf-worker";

/** A document of a thousand lines takes a second, the start of the thread more on a busy machine. */
const RENDER_MS = 60_000;
/** Documents that wait for the one that is written: each is asked for again. */
const inTurn = boundedTurns({ running: 1, waiting: 32, waitMs: 10_000 });

/** Started by the first document, and anew after one that failed the thread itself. */
let thread: Worker | undefined;

/**
 * Writes an invoice's document, as `renderInvoice`, on a thread of its own, one at a time: requests are answered
 * meanwhile.
 * @throws TurnsTaken when too many wait already
 */
export async function renderOffThread(
  invoice: PrintedInvoice,
  electronic?: ElectronicInvoice,
): Promise<Buffer> {
  return inTurn("document", () => render({ invoice, electronic }));
}

async function render(request: RenderRequest): Promise<Buffer> {
  const worker = thread ?? startThread();
  thread = worker;
  worker.ref();
  try {
    const reply = await replyOf(worker, request);
    if ("error" in reply) throw new Error(`The document was not written: ${reply.error}`);
    return Buffer.from(reply.bytes);
  } finally {
    // It does not keep a process alive that has nothing else to do.
    worker.unref();
  }
}

/** @throws Error when the thread dies or does not answer; the next document gets a new one */
function replyOf(worker: Worker, request: RenderRequest): Promise<RenderReply> {
  return new Promise<RenderReply>((resolve, reject) => {
    const fail = (error: Error) => {
      if (thread === worker) thread = undefined;
      void worker.terminate();
      reject(error);
    };
    const late = setTimeout(() => fail(new Error("The document took too long")), RENDER_MS);
    const exit = () => fail(new Error("The thread of documents ended"));
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.once("message", (reply: RenderReply) => {
      clearTimeout(late);
      worker.off("error", fail);
      worker.off("exit", exit);
      resolve(reply);
    });
    worker.postMessage(request);
  });
}

/** The built file in production; from the sources where there is none, as in tests. */
function startThread(): Worker {
  const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(process.cwd(), path)).href);
  const isBuilt = process.env.NODE_ENV === "production" && existsSync("dist/pdf-worker.js");
  // A text, so that no bundler looks for the file. In a thread `--import tsx` does nothing.
  const program = isBuilt
    ? `import(${urlOf("dist/pdf-worker.js")});`
    : `import("tsx/esm/api").then(({ register }) => {
        register();
        return import(${urlOf("lib/adapters/pdf/pdf-worker.ts")});
      });`;
  return new Worker(program, { eval: true });
}
