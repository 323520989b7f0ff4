import type { NextConfig } from "next";

/** Headers of every answer; `proxy.ts` adds the content security policy of pages. */
const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  // Wallets open their own windows and answer through them.
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Strict-Transport-Security": "max-age=63072000",
};

/** Optional peers of Privy's modal, which `npm run add:privy-modal` brings: a build without them looks for them. */
const absentPeers = [
  "@abstract-foundation/agw-client",
  "@abstract-foundation/agw-client/actions",
  "@farcaster/mini-app-solana",
  "@solana/kit",
  "@solana-program/memo",
  "@solana-program/system",
  "@solana-program/token",
  "permissionless",
  "permissionless/accounts",
  "permissionless/clients/pimlico",
];

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  // A redirect would answer a path of the API outside its envelope.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  // `/_next/image` is off: no page shows pictures through it.
  images: { unoptimized: true },
  // The demo's own address; Next takes only "localhost" for its own.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm run types` checks them, tests and all; a build without the development packages could not.
  typescript: { ignoreBuildErrors: true },
  // Read from node_modules as they are: bundled, each of the 130 route files would carry them.
  serverExternalPackages: [
    "@base-org/account",
    "@privy-io/node",
    "@simplewebauthn/server",
    "@walletconnect/ethereum-provider",
    "canonicalize",
    "drizzle-orm",
    "inngest",
    "marked",
    "next-auth",
    "nodemailer",
    "ox",
    "pdfkit",
    "pino",
    "postgres",
    "undici",
    "viem",
    "zod",
  ],
  // Server code is not minified: stack traces are readable without source maps, which took 445 MB for the
  // route files. `dist/app.js`, which answers the API, has a map of its own.
  experimental: {
    agentUpgrade: false,
    serverActions: { bodySizeLimit: "64kb" },
    turbopackSourceMaps: process.env.NODE_ENV === "development",
    serverSourceMaps: false,
    serverMinification: false,
    turbopackFileSystemCacheForBuild: false,
    preloadEntriesOnStart: false,
  },
  // The app runs in its own folder, beside node_modules: lists of what each route needs took 57 MB.
  outputFileTracingExcludes: { "/**": ["./**/*"] },
  turbopack: {
    resolveAlias: {
      ...Object.fromEntries(
        absentPeers.map((name) => [name, "./components/account/privy/absent-peer.cjs"]),
      ),
      // The modal of WalletConnect's client is never opened: pages show the pairing themselves.
      "@reown/appkit/core": "./lib/client/wallet/no-modal.ts",
    },
  },
  headers: async () => [
    {
      source: "/:path*",
      headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
    },
  ],
};

export default config;
