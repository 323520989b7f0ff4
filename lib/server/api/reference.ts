import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoAccess } from "@/lib/server/pages/demo-access";

interface Asset {
  contentType: string;
  read(): Promise<Buffer>;
}

/**
 * The reference's files, below the folder that the server runs in. Each path is written out: the build traces
 * the files that a path may name, and a computed one may name the whole project.
 */
const assets: Record<string, Asset> = {
  "swagger-ui.css": {
    contentType: "text/css; charset=utf-8",
    read: () => readFile(join(process.cwd(), "node_modules/swagger-ui-dist/swagger-ui.css")),
  },
  "swagger-ui-bundle.js": {
    contentType: "text/javascript; charset=utf-8",
    read: () => readFile(join(process.cwd(), "node_modules/swagger-ui-dist/swagger-ui-bundle.js")),
  },
  "geist-latin.woff2": {
    contentType: "font/woff2",
    read: () => readFile(join(process.cwd(), "app/fonts/geist-latin.woff2")),
  },
};

/** Swagger UI writes style attributes; scripts come from here alone. */
const securityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A key of test mode, as the environment's form of one allows it in an attribute. */
function page(apiKey: string | null): string {
  const data = apiKey === null ? "" : ` data-api-key="${apiKey}"`;
  const hint =
    apiKey === null
      ? "Authorize with a test key to try the endpoints."
      : "The demo’s test key is filled in: “Execute” calls this server.";
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stipend API reference</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
    <link rel="stylesheet" href="/docs/reference.css" />
  </head>
  <body>
    <header class="stipend">
      <a href="/">Stipend</a>
      <p>${hint}</p>
    </header>
    <main id="reference"${data}></main>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * The interactive reference of the API; it needs no network beyond this server. The demo fills in its
 * test key for browsers on its own machine.
 */
export function referencePage(request: Request): Response {
  return new Response(page(demoAccess(request.headers)?.apiKey ?? null), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": securityPolicy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A file of the reference, or 404. */
export async function referenceAsset(name: string): Promise<Response> {
  const headers = { "cache-control": "public, max-age=3600", "x-content-type-options": "nosniff" };
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!asset) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(await asset.read()), {
    headers: { ...headers, "content-type": asset.contentType },
  });
}
