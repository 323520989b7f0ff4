"use client";

import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { LinkButton } from "@/components/ui/link-button";
import { CodeIcon } from "@/components/ui/work-icons";
import type { ObjectWithId } from "@/lib/client/read-page";

interface Props {
  object: ObjectWithId;
  name: string;
  /** One of many on a page. */
  isQuiet?: boolean;
}

/** The object as the API sends it, in a drawer that has an address. */
export function RawJson({ object, name, isQuiet = false }: Props) {
  const { shown, open, close } = usePanel("json");
  const show = () => open(object.id);
  return (
    <>
      {isQuiet ? (
        <LinkButton label={`JSON of ${name}`} onClick={show}>
          JSON
        </LinkButton>
      ) : (
        <Button look="secondary" onClick={show}>
          <CodeIcon className="size-4" />
          JSON
        </Button>
      )}
      <Drawer title={name} open={shown === object.id} onClose={close}>
        <Json object={object} />
      </Drawer>
    </>
  );
}

function Json({ object }: { object: ObjectWithId }) {
  const text = JSON.stringify(object, null, 2);
  return (
    <div className="grid gap-3">
      <div>
        <CopyButton text={text} label="Copy JSON" copied="Copied" />
      </div>
      <CodeBlock text={text} />
    </div>
  );
}
