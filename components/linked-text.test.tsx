import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./ui/linked-text";

const linksOf = (text: string) =>
  [...renderToStaticMarkup(<LinkedText text={text} />).matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  );
const plain = (text: string) =>
  renderToStaticMarkup(<LinkedText text={text} />).replaceAll(/<[^>]+>/g, "");

test("addresses of websites are links, without the punctuation after them", () => {
  const text = "See https://status.example/a?b=1, (http://x.example/y) and https://z.example.";
  expect(linksOf(text)).toEqual([
    "https://status.example/a?b=1",
    "http://x.example/y",
    "https://z.example",
  ]);
  expect(plain(text)).toBe(text);
});

test("nothing else is a link, and no markup comes through", () => {
  for (const text of [
    "javascript:alert(1)",
    "javascript://x.example/%0aalert(1)",
    "ftp://x.example/file",
    "data:text/html,x",
    "//evil.example",
    "www.example.com",
    "mailto:a@b.example",
    'https://"onmouseover=alert(1)',
  ]) {
    expect(linksOf(text)).toEqual([]);
  }
  expect(renderToStaticMarkup(<LinkedText text="<b>https://a.example/<i>" />)).toMatch(
    /^&lt;b&gt;<a href="https:\/\/a\.example\/" [^>]+>https:\/\/a\.example\/<\/a>&lt;i&gt;$/,
  );
});
