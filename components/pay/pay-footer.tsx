import { StipendMark } from "@/components/ui/stipend-mark";
import type { PayPage } from "@/lib/contract/hosted-pay";
import type { Say } from "./words/say";

/** Help, in the same place in every state. */
export function PayFooter(props: { page: PayPage; say: Say; className: string }) {
  const { page, say, className } = props;
  const { name, website } = page.merchant;
  return (
    <footer
      className={`flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted text-sm print:hidden ${className}`}
    >
      <p className="flex items-center gap-1.5">
        <StipendMark className="size-4" />
        {say("poweredBy")}
      </p>
      <p>
        {say("help")}{" "}
        {website ? (
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {say("helpLink", { merchant: name })}
          </a>
        ) : (
          say("helpPlain", { merchant: name })
        )}
      </p>
    </footer>
  );
}
