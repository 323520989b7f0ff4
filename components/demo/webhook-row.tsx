"use client";

import { useTimeZone } from "@/components/time/local-time";
import { CopyButton } from "@/components/ui/copy-button";
import { AlertIcon, CheckIcon, ChevronIcon } from "@/components/ui/icons";
import type { DemoWebhook } from "@/lib/contract/demo-webhooks";

const row = "flex min-h-14 items-center gap-x-3 py-2 text-sm sm:min-h-12";
const words = "flex min-w-0 flex-1 flex-wrap items-center gap-x-3";
const typeLook = "basis-full font-mono text-[0.8125rem] sm:basis-auto";

/** A webhook that has arrived: what it is, when, whether its signature holds; and what it says. */
export function WebhookRow({ webhook }: { webhook: DemoWebhook }) {
  const { body, headers, verified, receivedAt } = webhook;
  const timeZone = useTimeZone();
  const text = JSON.stringify(body, null, 2);
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group">
        <summary className={`${row} rounded-lg`}>
          <Mark verified={verified} />
          <span className={words}>
            <span className={`${typeLook} font-medium`}>{body.type}</span>
            <time dateTime={receivedAt} className="text-muted tabular-nums">
              {new Date(receivedAt).toLocaleTimeString("en-GB", { timeZone })}
            </time>
            <span className={`sm:ml-auto ${verified ? "text-good" : "text-bad"}`}>
              {verified ? "Signature verified" : "Signature not verified"}
            </span>
          </span>
          <ChevronIcon className="size-4 text-muted transition-transform group-open:rotate-90" />
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 pb-4">
          <Code label="Headers">
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          </Code>
          <Code label="Body">{text}</Code>
          <div>
            <CopyButton text={text} label="Copy body" copied="Copied" />
          </div>
        </div>
      </details>
    </li>
  );
}

/** A webhook that has yet to come; it stands where that will stand, so that nothing moves. */
export function AwaitedWebhook({ type, when }: { type: string; when: string }) {
  return (
    <li className={`${row} border-line border-t text-muted first:border-t-0`}>
      <span
        aria-hidden="true"
        className="size-6 shrink-0 rounded-full border-[1.5px] border-edge border-dashed"
      />
      <span className={words}>
        <span className={typeLook}>{type}</span>
        <span>{when}</span>
      </span>
    </li>
  );
}

function Mark({ verified }: { verified: boolean }) {
  const Icon = verified ? CheckIcon : AlertIcon;
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full text-canvas ${verified ? "bg-good" : "bg-bad"}`}
    >
      <Icon className="size-3.5" />
    </span>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label}>
      <h4 className="mb-1 text-muted text-xs">{label}</h4>
      <pre className="whitespace-pre-wrap break-all rounded-xl border border-line bg-panel p-3 font-mono text-xs leading-relaxed">
        {children}
      </pre>
    </section>
  );
}
