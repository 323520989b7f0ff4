"use client";

import { type ReactNode, useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ObjectWithId } from "@/lib/client/read-page";
import { CopyCurl } from "./copy-curl";

interface Props<Shape extends ObjectWithId & { readonly name: string }> {
  object: Shape;
  noun: "plan" | "product";
  /** Of the endpoint that reads it, with `{id}`. */
  path: string;
  /** The endpoint that archives it. */
  route: { readonly method: "POST"; readonly path: `/${string}` };
  archive(input: { id: string }): Promise<Shape>;
  onDone?(): void;
  /** What archiving does, and that it can't be undone. */
  children: ReactNode;
}

/** Archives an object for good, once its name has been typed. */
export function ArchiveObject<Shape extends ObjectWithId & { readonly name: string }>(
  props: Props<Shape>,
) {
  const { object, noun, path, route, archive, onDone, children } = props;
  const { id, name } = object;
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error } = useObjectAction<Shape>({
    path,
    id,
    run: () => archive({ id }),
    done: `${noun === "plan" ? "Plan" : "Product"} archived.`,
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Archive
      </Button>
      <ConfirmDialog
        title={`Archive the ${noun} “${name}”?`}
        action={`Archive ${noun}`}
        open={open}
        busy={isPending}
        typed={name}
        aside={<CopyCurl request={{ ...route, input: { id } }} />}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
      >
        <p>{children}</p>
        <QueryProblem problem={error} />
      </ConfirmDialog>
    </>
  );
}
