import { ChevronIcon } from "@/components/ui/icons";

interface GuideSummary {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** The guides, and the reference that has every endpoint. */
export function GuideList({ guides }: { guides: readonly GuideSummary[] }) {
  const entries = [
    ...guides.map(({ name, title, summary }) => ({
      href: `/docs/guides/${name}`,
      title,
      text: summary,
    })),
    { href: "/docs", title: "API reference", text: "Try every endpoint on the page." },
    {
      href: "/openapi.json",
      title: "OpenAPI description",
      text: "Version 3.1, for generating clients.",
    },
  ];
  return (
    <ol className="grid gap-3 sm:grid-cols-2">
      {entries.map(({ href, title, text }) => (
        <li key={href}>
          <a
            href={href}
            className="group flex h-full items-start justify-between gap-3 rounded-2xl border border-line bg-raised p-4 transition-colors hover:border-edge"
          >
            <span>
              <span className="block font-medium">{title}</span>
              <span className="mt-0.5 block text-muted text-sm">
                {text.replaceAll(/[*`]/g, "")}
              </span>
            </span>
            <ChevronIcon className="mt-1 size-4 text-muted transition-transform group-hover:translate-x-0.5" />
          </a>
        </li>
      ))}
    </ol>
  );
}
