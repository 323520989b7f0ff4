import type { Mode } from "@/lib/core/modes";
import { endpointPath } from "./webhook-calls";
import type { ShownEndpoint } from "./webhook-shapes";

/** What is typed in an endpoint's form. */
export interface EndpointValues {
  readonly url: string;
  readonly description: string;
  /** A line for each header field. */
  readonly headers: string;
}

interface ReadHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** What is wrong with the lines, and how it is put right. */
  readonly wrong: string | false;
}

/** Reads header fields, one per line. */
export function readHeaders(text: string): ReadHeaders {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const fields = lines.map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name.trim(), value.join(":").trim()] as const;
  });
  const names = fields.map(([name]) => name.toLowerCase());
  const twice = fields.find((_, at) => names.indexOf(names[at] ?? "") < at);
  const headers = Object.fromEntries(fields);
  if (lines.some((line) => !line.includes(":"))) {
    return { headers, wrong: "Write each field as Name: value." };
  }
  return { headers, wrong: twice ? `${twice[0]} is given twice. Keep one line.` : false };
}

interface Wanted extends EndpointValues {
  readonly events: ShownEndpoint["events"];
  /** The stored header fields go, unless others are typed. */
  readonly removesHeaders: boolean;
}

/** The request that makes an endpoint or changes it. */
export function endpointRequest(endpoint: ShownEndpoint | null, mode: Mode, wanted: Wanted) {
  const { events, removesHeaders } = wanted;
  const input = { url: wanted.url.trim(), events };
  const about = wanted.description.trim();
  const { headers } = readHeaders(wanted.headers);
  const own = Object.keys(headers).length > 0 ? { headers } : {};
  if (!endpoint) {
    const made = { ...input, mode, ...own, ...(about ? { description: about } : {}) };
    return { method: "POST", path: "/v1/webhook-endpoints", input: made } as const;
  }
  const stored = removesHeaders ? { headers: null } : {};
  const changed = { id: endpoint.id, ...input, ...stored, ...own, description: about || null };
  return { method: "PATCH", path: endpointPath, input: changed } as const;
}
