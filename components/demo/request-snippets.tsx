import { CopyButton } from "@/components/ui/copy-button";

interface Props {
  baseUrl: string;
  apiKey: string;
  /** The request's body. */
  body: object;
}

/** The form's request as a shell and a server would make it. */
export function RequestSnippets({ baseUrl, apiKey, body }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <Snippet title="curl" text={curlOf({ baseUrl, apiKey, body })} />
      <Snippet title="Node" text={nodeOf({ baseUrl, apiKey, body })} />
    </div>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <section
      aria-label={title}
      className="flex flex-col overflow-hidden rounded-2xl border border-line bg-raised"
    >
      <div className="flex min-h-12 items-center justify-between border-line border-b px-4">
        <h3 className="font-medium text-sm">{title}</h3>
        <CopyButton compact text={text} label={`Copy ${title}`} copied="Copied" />
      </div>
      <pre className="flex-1 whitespace-pre-wrap break-words p-4 font-mono text-[0.8125rem] leading-relaxed">
        {text}
      </pre>
    </section>
  );
}

/** Within single quotes of a shell: each one ends them, is escaped, and begins them again. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A body over several lines, each but the first moved in by `indent`. */
const pretty = (body: object, indent: string) =>
  JSON.stringify(body, null, 2).replaceAll("\n", `\n${indent}`);

function curlOf({ baseUrl, apiKey, body }: Props): string {
  return `KEY=${apiKey}

curl ${baseUrl}/v1/payment-sessions \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(pretty(body, "  "))}`;
}

function nodeOf({ baseUrl, apiKey, body }: Props): string {
  return `const key = "${apiKey}";

const url = "${baseUrl}/v1/payment-sessions";
const response = await fetch(url, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${key}\`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  },
  body: JSON.stringify(${pretty(body, "  ")}),
});
const session = await response.json();
console.log(session.checkoutUrl);`;
}
