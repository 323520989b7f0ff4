import { CodeLanguages } from "@/components/developers/code-languages";
import { Markdown } from "@/components/site/markdown";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeLine } from "@/components/ui/code-line";
import { Disclosure } from "@/components/ui/disclosure";
import { Snippet } from "@/components/ui/snippet";

const json = JSON.stringify({ id: "ps_1", amount: "49000000", currency: "USDC" }, null, 2);

const guide = `A guide has **strong words**, \`code\` and [links](quick-start.md).

| status | what it means |
|---|---|
| \`active\` | Paid |

- One thing
- Another one

\`\`\`sh
npm run demo
\`\`\`
`;

/** Code to be read and copied, and what opens to more. */
export function GalleryCode() {
  return (
    <div className="grid gap-5">
      <CodeLine text="https://stipend.example/pay/ps_4fQx0wJt2mZk8sVb6nHc1yRd" />
      <CodeLine large text="sk_test_4fQx0wJt2mZk8sVb6nHc1yRd4fQx0wJt" />
      <CodeBlock text={json} />
      <Snippet text="npm run demo" />
      <CodeLanguages
        label="Say hello"
        code={{ curl: "curl $BASE/health", Node: 'await fetch(base + "/health");' }}
      />
      <Disclosure summary="More">
        <p className="text-muted text-sm">What was folded up.</p>
      </Disclosure>
      <Markdown text={guide} base="/docs/guides" />
    </div>
  );
}
