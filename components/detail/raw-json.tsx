"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { LinkButton } from "@/components/ui/link-button";
import { CodeIcon } from "@/components/ui/work-icons";

/** The object as the API sends it, in a drawer. */
export function RawJson(props: { object: object; name: string; isQuiet?: boolean }) {
  const { object, name, isQuiet = false } = props;
  const [open, setOpen] = useState(false);
  const text = JSON.stringify(object, null, 2);
  return (
    <>
      {isQuiet ? (
        <LinkButton label={`JSON of ${name}`} onClick={() => setOpen(true)}>
          JSON
        </LinkButton>
      ) : (
        <Button look="secondary" onClick={() => setOpen(true)}>
          <CodeIcon className="size-4" />
          JSON
        </Button>
      )}
      <Drawer title={name} open={open} onClose={() => setOpen(false)}>
        <div className="grid gap-3">
          <div>
            <CopyButton text={text} label="Copy JSON" copied="Copied" />
          </div>
          <CodeBlock text={text} />
        </div>
      </Drawer>
    </>
  );
}
