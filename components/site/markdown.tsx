import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/** Our own documentation, written in Markdown, as a page. What it does not use is shown as text. */
export function Markdown({ text, base }: { text: string; base: string }) {
  return <div className="grid grid-cols-1 gap-4 text-pretty">{blocks(lexer(text), base)}</div>;
}

/** What each part is shown as. A text does not change once it is rendered, so that places are good keys. */
function keyed<Part>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode {
  const shown = parts.map((part, place) => [`part ${place}`, show(part)] as const);
  return shown.map(([key, content]) => <Fragment key={key}>{content}</Fragment>);
}

const blocks = (tokens: readonly Token[], base: string): ReactNode =>
  keyed(tokens, (token) => block(token, base));

const inline = (tokens: readonly Token[] | undefined, base: string): ReactNode =>
  keyed(tokens ?? [], (token) => piece(token, base));

/** An anchor, as GitHub makes it of a heading. */
const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

function block(token: Token, base: string): ReactNode {
  switch (token.type) {
    case "heading":
      return (
        <h2
          id={anchorOf(token.text)}
          className="mt-4 scroll-mt-6 font-semibold text-xl tracking-tight"
        >
          {inline(token.tokens, base)}
        </h2>
      );
    case "paragraph":
      return <p className="max-w-2xl leading-relaxed">{inline(token.tokens, base)}</p>;
    case "code":
      return <Code text={token.text} />;
    case "list":
      return <List list={token as Tokens.List} base={base} />;
    case "table":
      return <Table table={token as Tokens.Table} base={base} />;
    case "space":
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

function piece(token: Token, base: string): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{inline(token.tokens, base)}</strong>;
    case "codespan":
      return (
        <code
          translate="no"
          className="wrap-anywhere rounded-md bg-raised px-1 py-0.5 font-mono text-[0.8125em]"
        >
          {token.text}
        </code>
      );
    case "link":
      return (
        <a href={hrefOf(token.href, base)} className="text-accent underline underline-offset-4">
          {inline(token.tokens, base)}
        </a>
      );
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens, base) : unescaped(token.text);
    default:
      return token.raw;
  }
}

/** The lexer writes text as HTML has it. */
const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** A file beside the text is a page beside this one. */
const hrefOf = (href: string, base: string) => href.replace(/^([\w-]+)\.md/, `${base}/$1`);

function Code({ text }: { text: string }) {
  return (
    <div className="relative max-w-3xl">
      <pre
        translate="no"
        className="wrap-anywhere whitespace-pre-wrap rounded-xl border border-line bg-raised py-4 pr-12 pl-4 font-mono text-note leading-relaxed"
      >
        {text}
      </pre>
      <span className="absolute top-3 right-5 sm:right-4">
        <CopyButton compact text={text} label="Copy code" copied="Copied" />
      </span>
    </div>
  );
}

function List({ list, base }: { list: Tokens.List; base: string }) {
  const Tag = list.ordered ? "ol" : "ul";
  return (
    <Tag className={`grid max-w-2xl gap-2 pl-5 ${list.ordered ? "list-decimal" : "list-disc"}`}>
      {keyed(list.items, (item) => (
        <li className="leading-relaxed">{inline(item.tokens, base)}</li>
      ))}
    </Tag>
  );
}

function Table({ table, base }: { table: Tokens.Table; base: string }) {
  return (
    <div className="max-w-3xl">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-line border-b text-muted">
            {keyed(table.header, (cell) => (
              <th scope="col" className="py-2 pr-4 font-medium">
                {inline(cell.tokens, base)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(table.rows, (row) => (
            <tr className="border-line border-b align-top">
              {keyed(row, (cell) => (
                <td className="wrap-anywhere py-2 pr-4 last:pr-0">{inline(cell.tokens, base)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
