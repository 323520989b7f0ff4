import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(process.cwd(), "node_modules/swagger-ui-dist");
const contentTypes: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

/** Swagger UI writes style attributes; scripts come from here alone. */
const securityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stipend API reference</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <main id="reference"></main>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  tryItOutEnabled: true,
});
`;

/** The interactive reference of the API; it needs no network beyond this server. */
export function referencePage(): Response {
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": securityPolicy,
    },
  });
}

/** A file of the reference, or 404. */
export async function referenceAsset(name: string): Promise<Response> {
  const headers = { "cache-control": "public, max-age=3600", "x-content-type-options": "nosniff" };
  if (name === "start.js") {
    return new Response(start, { headers: { ...headers, "content-type": "text/javascript" } });
  }
  const contentType = contentTypes[name];
  if (!contentType) return new Response(null, { status: 404 });
  const content = await readFile(join(folder, name));
  return new Response(new Uint8Array(content), {
    headers: { ...headers, "content-type": contentType },
  });
}
