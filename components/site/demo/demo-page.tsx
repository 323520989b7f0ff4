import { SiteHeader } from "@/components/site/site-frame";
import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { DemoPayments } from "./demo-payments";

interface Props {
  apiKey: string;
  baseUrl: string;
  /** What the receiver got so far, newest first. */
  webhooks: DemoWebhook[];
}

const files = [
  { name: "README.md", text: "the first payment, and a server of 20 lines" },
  { name: "docs/api.md", text: "requests, errors, webhooks and signatures" },
  { name: "docs/running.md", text: "move to your own chain and to production" },
];

/** The demo's start page: a payment from its creation to its last webhook, without a terminal. */
export function DemoPage(props: Props) {
  return (
    <div lang="en" className="min-h-dvh bg-panel">
      <SiteHeader
        path="/"
        badge={
          <span className="rounded-full bg-test-soft px-2.5 py-0.5 font-medium text-test-ink text-xs tracking-normal">
            Demo
          </span>
        }
      />
      <main className="mx-auto w-full max-w-6xl px-5 pt-6 pb-20 sm:px-8 lg:pt-12">
        <h1 className="max-w-2xl text-balance font-semibold text-3xl tracking-tight sm:text-4xl">
          Take a payment, from the link to the webhook
        </h1>
        <p className="mt-3 mb-10 max-w-2xl text-pretty text-muted lg:mb-12">
          Stipend is billing and hosted checkout for stablecoins: customers sign in a wallet and pay
          no network fee, you get USDC or EURC at your own address, and a signed webhook. Everything
          here is real but the money: the API, a chain on this machine with its contracts, a
          merchant called Acme Coffee, and a receiver that verifies each webhook.
        </p>
        <DemoPayments {...props} />
        <section aria-labelledby="read" className="mt-14">
          <h2 id="read" className="mb-2 font-semibold text-lg tracking-tight">
            Next steps
          </h2>
          <ul className="text-sm">
            <li className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b py-2">
              <a href="/docs" className="font-medium text-accent underline underline-offset-4">
                API reference
              </a>
              <span className="text-muted">try every endpoint with this key</span>
            </li>
            {files.map(({ name, text }) => (
              <li
                key={name}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b py-2 last:border-b-0"
              >
                <code translate="no" className="font-mono text-note">
                  {name}
                </code>
                <span className="text-muted">{text}</span>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}
