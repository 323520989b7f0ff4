import type { SayPay } from "@/components/hosted/words/pay/pay-words";

/** What four lines hold on a phone, and on a wide screen. */
const LONG_CHARACTERS = 140;
const LONG_CHARACTERS_WIDE = 220;
const LONG_LINES = 4;

/** What is paid for. A long text opens; without JavaScript too, and on paper it is open. */
export function Description({ text, say }: { text: string; say: SayPay }) {
  const look = "whitespace-pre-line break-words text-muted lg:text-[1.0625rem]";
  const hasManyLines = text.split("\n").length > LONG_LINES;
  const isLong = text.length > LONG_CHARACTERS || hasManyLines;
  const isLongWhenWide = text.length > LONG_CHARACTERS_WIDE || hasManyLines;
  if (!isLong) {
    return (
      <p dir="auto" className={`mt-2 ${look}`}>
        {text}
      </p>
    );
  }
  return (
    <details className="group/text mt-2">
      <summary className="rounded-lg">
        <span
          dir="auto"
          className={`${look} line-clamp-4 group-open/text:line-clamp-none print:line-clamp-none ${isLongWhenWide ? "" : "lg:line-clamp-none"}`}
        >
          {text}
        </span>
        <span
          className={`inline-flex min-h-11 items-center font-medium text-sm underline decoration-line underline-offset-4 print:hidden ${isLongWhenWide ? "" : "lg:hidden"}`}
        >
          <span className="group-open/text:hidden">{say("showAll")}</span>
          <span className="hidden group-open/text:inline">{say("showLess")}</span>
        </span>
      </summary>
    </details>
  );
}
