import type { ReactNode } from "react";
import { StipendMark } from "@/components/ui/stipend-mark";

/** The pages that anybody may read. */
const siteLinks = [
  { href: "/docs/guides", name: "Guides" },
  { href: "/docs", name: "API reference" },
  { href: "/pricing", name: "Pricing" },
  { href: "/status", name: "Status" },
  { href: "/contact", name: "Contact" },
] as const;

const linkLook =
  "inline-flex min-h-11 items-center rounded-lg px-2 text-muted hover:text-ink aria-[current]:text-ink sm:px-3";

/** The name, the pages, and the way in. */
export function SiteHeader({ path, badge }: { path: string; badge?: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-5 py-4 sm:px-8">
      <a
        href="/"
        className="flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-tight"
      >
        <StipendMark />
        Stipend
        {badge}
      </a>
      <nav
        aria-label="Stipend"
        className="-mx-2 flex grow flex-wrap text-sm max-md:order-last max-md:basis-full md:justify-end"
      >
        {siteLinks.map(({ href, name }) => (
          <a
            key={href}
            href={href}
            className={linkLook}
            aria-current={href === path ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <a href="/login" className={`${linkLook} -mr-2 text-sm max-md:ml-auto sm:-mr-3`}>
        Sign in
      </a>
    </header>
  );
}

interface Props {
  /** The page's own. */
  path: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** What stands around a page that anybody may read. */
export function SiteFrame({ path, title, text, children }: Props) {
  return (
    <div lang="en" className="min-h-dvh bg-panel">
      <SiteHeader path={path} />
      <main className="mx-auto w-full max-w-6xl px-5 pt-6 pb-20 sm:px-8 lg:pt-10">
        <h1 className="max-w-2xl text-balance font-semibold text-3xl tracking-tight sm:text-4xl">
          {title}
        </h1>
        {text && <div className="mt-3 max-w-2xl text-pretty text-muted">{text}</div>}
        <div className="mt-8">{children}</div>
      </main>
    </div>
  );
}
