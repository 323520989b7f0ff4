"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useExport } from "@/components/dashboard/list/use-export";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { DownloadIcon } from "@/components/ui/work-icons";

interface Props {
  /** The first day, and the day after the last one. */
  from: string;
  to: string;
  node: string;
  origin: string;
}

/** The file of all movements of a period, and the command that compares it with a public node. */
export function VerifyBooks({ from, to, node, origin }: Props) {
  const { busy, problem, save } = useExport(
    { path: "/v1/books/movements", noun: "movements", isForProgram: true },
    { from, to },
  );
  const { mode } = useActing();
  const file = `movements-${mode}-${new Date().toISOString().slice(0, 10)}.csv`;
  const command = `curl -sO ${origin}/verify.mjs && node verify.mjs ${file} ${node}`;
  return (
    <Section
      title="Check the books"
      text="Download every movement, and compare the file with any node of the chain. The script needs Node.js 20 or newer, and nothing else."
    >
      <div className="grid min-w-0 justify-items-start gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button look="secondary" busy={busy} onClick={save}>
            <DownloadIcon className="size-4" />
            Download movements
          </Button>
          <a
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
            href="/verify.mjs"
            download
          >
            Download verify.mjs
          </a>
        </div>
        <TaskProblem problem={problem} />
        <CodeLine text={command} />
        <CopyButton text={command} label="Copy command" copied="Command copied" />
      </div>
    </Section>
  );
}
