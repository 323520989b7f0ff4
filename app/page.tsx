import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ArrowIcon } from "@/components/ui/icons";
import { StipendMark } from "@/components/ui/stipend-mark";

export const metadata: Metadata = { title: { absolute: "Stipend" } };

const request = `curl "$STIPEND/v1/payment-sessions" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"49000000","currency":"USDC"}'`;

const links = [
  { href: "/docs", name: "API reference", text: "Every endpoint, tried from the page" },
  { href: "/openapi.json", name: "OpenAPI description", text: "3.1, for generating clients" },
  { href: "/health", name: "Health", text: "Whether this process answers" },
  { href: "/ready", name: "Readiness", text: "Database, chain, indexer, relayer" },
];

/** Where people land who run Stipend or build on it. */
export default function Home() {
  return (
    <main className="relative isolate min-h-dvh overflow-hidden bg-panel px-5 py-10 sm:px-8 lg:py-20">
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute top-[-16rem] right-[-24rem] size-[46rem] sm:right-[-18rem] sm:size-[52rem] opacity-[0.09]"
      />
      <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-12">
        <header>
          <p className="flex items-center gap-2.5 font-semibold text-lg tracking-tight">
            <StipendMark />
            Stipend
          </p>
          <h1 className="mt-10 max-w-xl text-balance font-semibold text-4xl tracking-tight sm:text-5xl">
            A signature in, a confirmed payment out.
          </h1>
          <p className="mt-5 max-w-xl text-pretty text-lg text-muted">
            Billing and hosted checkout for stablecoins. Your customers sign twice and pay no
            network fee; you get USDC or EURC at your own address, and a signed webhook.
          </p>
        </header>
        <Section title="Ask for 49 USDC">
          <pre className="overflow-x-auto whitespace-pre-wrap break-words rounded-2xl border border-line bg-raised p-5 font-mono text-[0.8125rem] leading-relaxed">
            {request}
          </pre>
          <p className="mt-3 text-muted text-sm">
            The answer’s <code className="font-mono text-ink">checkoutUrl</code> is the page on
            which your customer pays. On the local chain its test wallet pays without any extension.
          </p>
        </Section>
        <Section title="This installation">
          <ul className="grid gap-3 sm:grid-cols-2">
            {links.map(({ href, name, text }) => (
              <li key={href}>
                <a
                  href={href}
                  className="group flex min-h-20 items-start justify-between gap-3 rounded-2xl border border-line bg-raised p-4 transition-colors hover:border-edge"
                >
                  <span>
                    <span className="block font-medium">{name}</span>
                    <span className="mt-0.5 block text-muted text-sm">{text}</span>
                  </span>
                  <ArrowIcon className="size-4 text-muted transition-transform group-hover:translate-x-0.5" />
                </a>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 font-medium text-muted text-sm">{title}</h2>
      {children}
    </section>
  );
}
