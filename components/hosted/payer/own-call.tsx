import type { ReactNode } from "react";
import type { SaySubscriptions } from "@/components/hosted/words/payer/payer-words";
import { CopyButton } from "@/components/ui/copy-button";
import { Disclosure } from "@/components/ui/disclosure";
import type { OwnCall as Call } from "@/lib/contract/subscriptions/payer-home";

interface Props {
  summary: string;
  children: ReactNode;
  call: Call;
  say: SaySubscriptions;
}

/** A transaction that a payer may send without us, to copy. */
export function OwnCall({ summary, children, call, say }: Props) {
  const fields = [
    { name: say("to"), value: call.to },
    { name: say("data"), value: call.data },
  ];
  return (
    <Disclosure summary={summary}>
      <p className="text-pretty text-muted text-sm">{children}</p>
      <dl className="mt-2.5 grid gap-2.5 text-note">
        {fields.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="flex items-start justify-between gap-2">
              <span translate="no" className="min-w-0 break-all font-mono leading-relaxed">
                {value}
              </span>
              <CopyButton
                compact
                text={value}
                label={`${say("copy")}: ${name}`}
                copied={say("copied")}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
