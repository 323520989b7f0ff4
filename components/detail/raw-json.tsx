"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { CodeIcon } from "@/components/ui/work-icons";

/** The object as the API sends it, in a drawer. */
export function RawJson({ object, name }: { object: object; name: string }) {
  const [open, setOpen] = useState(false);
  const text = JSON.stringify(object, null, 2);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <CodeIcon className="size-4" />
        JSON
      </Button>
      <Drawer title={name} open={open} onClose={() => setOpen(false)}>
        <div className="grid gap-3">
          <div>
            <CopyButton text={text} label="Copy JSON" copied="Copied" />
          </div>
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-xl border border-line bg-panel p-4 font-mono text-xs leading-relaxed">
            {text}
          </pre>
        </div>
      </Drawer>
    </>
  );
}
