import { Markdown } from "./markdown";

interface GuideTitle {
  readonly name: string;
  readonly title: string;
}

/** A guide's text, beside what else there is to read. */
export function GuideView({
  guide,
  guides,
}: {
  guide: GuideTitle & { readonly text: string };
  guides: readonly GuideTitle[];
}) {
  const next = guides[guides.findIndex(({ name }) => name === guide.name) + 1];
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <article>
        <Markdown text={guide.text} base="/docs/guides" />
        {next && (
          <p className="mt-10 border-line border-t pt-4">
            Next:{" "}
            <a
              href={`/docs/guides/${next.name}`}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {next.title}
            </a>
          </p>
        )}
      </article>
      <nav aria-label="Guides" className="text-sm lg:sticky lg:top-6 lg:order-last lg:self-start">
        <p className="text-muted text-xs">Guides</p>
        <ul className="mt-1">
          {guides.map(({ name, title }) => (
            <li key={name}>
              <a
                href={`/docs/guides/${name}`}
                aria-current={name === guide.name ? "page" : undefined}
                className="flex min-h-11 items-center text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-ink lg:min-h-9"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
