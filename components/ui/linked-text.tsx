import { Fragment } from "react";

/** An address of a website within text; punctuation after it is not part of it. */
const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** Plain text of others whose addresses of websites are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <a
        key={key}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-4"
      >
        {part}
      </a>
    );
  });
}
