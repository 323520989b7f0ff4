"use client";

import { useObject } from "@/components/dashboard/data/use-object";
import { Fact } from "@/components/ui/facts";
import { objectKinds } from "@/lib/core/object-kinds";
import { type NamedObject, useNamedObject } from "./named-objects";
import { ObjectLink } from "./object-link";

const kinds = { Customer: "customer", Plan: "subscription_plan" } as const;

interface Props {
  kind: keyof typeof kinds;
  id: string | null;
}

/** Another object that this one belongs to, by its name; nothing where there is none. */
export function NamedFact({ kind, id }: Props) {
  if (id === null) return null;
  return (
    <Fact name={kind}>
      <NamedLink kind={kind} id={id} />
    </Fact>
  );
}

function NamedLink({ kind, id }: { kind: keyof typeof kinds; id: string }) {
  const resource = kinds[kind];
  const { api, list } = objectKinds[resource];
  const first = useNamedObject(kind, id);
  const { data } = useObject<NamedObject>({
    path: `${api}/{id}`,
    id,
    shown: { resource, id },
    first,
  });
  const name = data?.name ?? data?.email;
  return (
    <span className="wrap-anywhere">
      <ObjectLink path={list} id={id} {...(name ? { name } : {})} />
    </span>
  );
}
