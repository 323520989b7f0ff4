import { ArrowIcon } from "./icons";
import { StipendMark } from "./stipend-mark";

const links = [
  { href: "/docs", name: "API reference", text: "Every endpoint, tried from the page" },
  { href: "/openapi.json", name: "OpenAPI description", text: "3.1, for generating clients" },
  { href: "/health", name: "Health", text: "Whether this process answers" },
  { href: "/ready", name: "Readiness", text: "Database, chain, indexer, relayer" },
];

/** Where people land who run Stipend or build on it. */
export function StartPage() {
  return (
    <main
      lang="en"
      className="relative isolate grid min-h-dvh content-center overflow-hidden bg-panel px-5 py-10 sm:px-8"
    >
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute top-[-16rem] right-[-24rem] size-[46rem] opacity-[0.09] sm:right-[-18rem] sm:size-[52rem]"
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
      </div>
    </main>
  );
}
