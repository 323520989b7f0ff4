"use client";

import { useActing } from "@/components/dashboard/shell/acting-context";
import type { ApiRequest } from "@/lib/client/fill-request";
import { CodeLanguages } from "./code-languages";
import { exampleCode } from "./example-code";

/** A request to the merchant's own server, in the language that they chose. */
export function RequestExample({ label, request }: { label: string; request: ApiRequest }) {
  const { origin } = useActing();
  return (
    <div className="w-full max-w-xl text-left">
      <CodeLanguages label={label} code={exampleCode(origin, request)} />
    </div>
  );
}
