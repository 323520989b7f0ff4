import { curlOf } from "@/lib/client/curl-of";
import { type ApiRequest, fillRequest } from "@/lib/client/fill-request";
import type { Language } from "./code-languages";

/** A request of the API in each language, to the merchant's own server; the key is in `STIPEND_API_KEY`. */
export function exampleCode(
  origin: string,
  request: ApiRequest,
): Readonly<Record<Language, string>> {
  const script = scriptOf(origin, request);
  return {
    curl: curlOf(origin, request),
    Node: script,
    "Next.js": script,
    Python: pythonOf(origin, request),
  };
}

function scriptOf(origin: string, request: ApiRequest): string {
  const { url, body } = fillRequest(origin, request);
  const key = `\`Bearer \${process.env.STIPEND_API_KEY}\``;
  const headers =
    body === null
      ? [`  headers: { Authorization: ${key} },`]
      : [
          "  headers: {",
          `    Authorization: ${key},`,
          `    "Content-Type": "application/json",`,
          "  },",
          `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`,
        ];
  const method = request.method === "GET" ? [] : [`  method: "${request.method}",`];
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...method,
    ...headers,
    "});",
    "console.log(await response.json());",
  ].join("\n");
}

function pythonOf(origin: string, request: ApiRequest): string {
  const { url, body } = fillRequest(origin, request);
  const sent = body === null ? [] : [`    json=${indented(literalOf(body), 4)},`];
  return [
    "import os, requests",
    "",
    `response = requests.${request.method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['STIPEND_API_KEY']}"},`,
    ...sent,
    ")",
    "print(response.json())",
  ].join("\n");
}

/** JSON as Python writes it, where three words differ. Each stands between a colon or bracket and the line's end. */
const literalOf = (body: object) =>
  JSON.stringify(body, null, 2).replaceAll(
    /(?<=^\s*(?:"(?:[^"\\]|\\.)*": )?)(?:true|false|null)(?=,?$)/gm,
    (word) => ({ true: "True", false: "False", null: "None" })[word] ?? word,
  );

const indented = (text: string, by = 2) => text.replaceAll("\n", `\n${" ".repeat(by)}`);
