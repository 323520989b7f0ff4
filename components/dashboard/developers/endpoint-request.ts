import { changedFields } from "@/lib/client/changed-fields";
import type { Mode } from "@/lib/core/modes";
import { endpointPath } from "./webhook-calls";
import { registeredOf, type ShownEndpoint } from "./webhook-shapes";

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

/**
 * The request that makes an endpoint, or changes what was typed anew.
 * @param began the endpoint as the form for it began; null for a new one
 */
export function endpointRequest(began: ShownEndpoint | null, mode: Mode, wanted: Wanted) {
  const { events, removesHeaders } = wanted;
  const url = wanted.url.trim();
  const about = wanted.description.trim();
  const { headers } = readHeaders(wanted.headers);
  const own = Object.keys(headers).length > 0 ? { headers } : {};
  if (!began) {
    const made = { url, events, mode, ...own, ...(about ? { description: about } : {}) };
    return { method: "POST", path: "/v1/webhook-endpoints", input: made } as const;
  }
  const before = {
    url: began.url,
    events: registeredOf(began),
    description: began.description || null,
  };
  const typed = { url, events, description: about || null };
  const stored = removesHeaders ? { headers: null } : {};
  const changed = { id: began.id, ...changedFields(before, typed), ...stored, ...own };
  return { method: "PATCH", path: endpointPath, input: changed } as const;
}
