import { StipendMark } from "@/components/ui/stipend-mark";
import type { SayHosted } from "@/components/words/hosted/hosted-words";

interface Props {
  /** Whom the page is of. */
  merchant: { name: string; website: string | null };
  say: SayHosted;
  className: string;
}

/** Help, in the same place in every state. */
export function HostedFooter({ merchant, say, className }: Props) {
  const { name, website } = merchant;
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
