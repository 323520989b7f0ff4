import { refuseJobCall } from "@/lib/server/endpoints/refuse-job-call";
import { maxWebBodyBytes, readBody } from "@/lib/server/http/http";
import { serveJobs } from "./serve-jobs";

const refuse = (status: number, message: string) => Response.json({ message }, { status });

/**
 * Answers a call over HTTP. The SDK parses a body before it checks the signature: this refuses calls without a
 * signature and bodies that are not JSON before the SDK sees them.
 */
export async function answerSigned(request: Request): Promise<Response> {
  const { url, method, headers } = request;
  if (!headers.has("x-inngest-signature")) return refuseJobCall(method, "unsigned");
  const text = request.body ? await readBody(request.body, maxWebBodyBytes) : "";
  if (text === null) return refuse(413, "The body is too large.");
  if (!isJson(text)) return refuse(400, "The body is not JSON.");
  const body = request.body ? text : null;
  const answer = await serveJobs(new Request(url, { method, headers, body }));
  return answer.status === 401 ? refuseJobCall(method, "refused") : answer;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === "";
  }
}
