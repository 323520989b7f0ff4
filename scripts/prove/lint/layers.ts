/**
 * Who may import whom, by folders: a file of `files` imports of this project what `may` names, and nothing else.
 * Its test writes it to `layers.json`, which biome.json extends.
 */
interface Layer {
  readonly files: string;
  /** Files of them that it does not hold for: tests make worlds of all modules. */
  readonly except?: string;
  /** Folders with all that is in them; single files with a leading `=`. */
  readonly may: readonly string[];
  readonly because: string;
  /** A room within a layer sees of the folder around it only what stands here. */
  readonly room?: {
    readonly in: string;
    readonly may: readonly string[];
    readonly because: string;
  };
  /** The groups of further rules that hold, by their names in `further`. */
  readonly further?: readonly (keyof typeof further)[];
}

const neighbours = { group: ["../**", ".."], message: "Neighbours by ./, everything else by @/." };

const further = {
  sql: {
    group: ["drizzle-orm", "drizzle-orm/**", "postgres"],
    message: "SQL lives in lib/domain and below.",
  },
  next: { group: ["next", "next/**"], message: "API routes also run outside Next." },
  stepUp: {
    group: ["@/lib/client/call", "@/lib/client/call-as-person", "@/lib/client/fetch-own"],
    importNamePattern: "(call|ownApi|fetchOwn|personTransport)",
    message: "Use useApi, callOwnAccount or askIdentity: they ask for a step-up in place.",
  },
} as const;

const domain = {
  may: ["db", "lib/core", "lib/contract", "lib/adapters", "lib/domain"],
  because: "the domain does not know its callers",
};
/** The modules of the domain, top first: each imports itself and those below it, types included. */
const modules = [
  ...["admin", "operations", "insight", "agents", "storefronts", "identity", "webhooks"],
  ...["subscriptions", "refunds", "invoices", "payments", "merchants", "compliance"],
  ...["wallets", "mails", "platform"],
];
const moduleLayers = modules.map((name, place) => ({
  files: `lib/domain/${name}/**`,
  except: "**/*.test.ts",
  may: [
    ...["db", "lib/core", "lib/contract", "lib/adapters"],
    ...modules.slice(place).map((one) => `lib/domain/${one}`),
  ],
  because: `${name} imports itself and what stands below it in scripts/prove/lint/layers.ts`,
}));
const wallets = "lib/domain/wallets";
const belowWallets = {
  may: [
    ...["db", "lib/core", "lib/contract", "lib/adapters"],
    ...[wallets, "lib/domain/mails", "lib/domain/platform"],
  ],
  because: "wallets know no payments, subscriptions or merchants",
};
/** The rooms of the components, top first: each imports itself and those below it, types included. */
const rooms = ["site", "admin", "dashboard", "account", "hosted", "ui"];
const routes = {
  may: [
    ...["app", "components", "inngest", "lib/core", "lib/contract", "lib/client", "lib/domain"],
    ...["lib/server", "lib/indexer/admin"],
  ],
  because: "routes and pages call verbs",
};

const layers: readonly Layer[] = [
  { files: "lib/core/**", may: ["lib/core"], because: "core imports nothing of ours" },
  {
    files: "lib/contract/**",
    may: ["lib/core", "lib/contract"],
    because: "contract is pure data",
    further: ["sql"],
  },
  { files: "db/**", may: ["lib/core", "db"], because: "db knows tables, not rules" },
  {
    files: "lib/adapters/**",
    may: ["lib/core", "lib/adapters", "contracts/artifacts"],
    because: "adapters know one outside system each",
  },
  {
    files: "lib/adapters/rate-limit/**",
    may: ["lib/core", "lib/adapters", "db"],
    because: "the limits are kept in Postgres",
  },
  { files: "lib/domain/**", ...domain },
  ...moduleLayers,
  {
    files: `${wallets}/queue/**`,
    except: "**/*.test.ts",
    ...belowWallets,
    room: {
      in: wallets,
      may: [
        `${wallets}/queue`,
        ...[`=${wallets}/submission-rows`, `=${wallets}/is-in-flight`, `=${wallets}/is-slot-open`],
      ],
      because: "the queue knows none of the other rooms",
    },
  },
  {
    files: `${wallets}/nonces/**`,
    except: "**/*.test.ts",
    ...belowWallets,
    room: {
      in: wallets,
      may: [
        `${wallets}/nonces`,
        ...[`=${wallets}/relay-task`, `=${wallets}/finality`, `=${wallets}/is-in-flight`],
        ...[`=${wallets}/is-slot-open`, `=${wallets}/note-suspects`, `=${wallets}/warn-once`],
      ],
      because: "nonces carry what tasks have planned, and know no other room",
    },
  },
  {
    files: "lib/indexer/**",
    may: ["db", "lib/core", "lib/adapters", "lib/domain", "lib/indexer"],
    because: "the indexer calls verbs",
  },
  {
    files: "lib/indexer/admin/**",
    may: [...["db", "lib/core", "lib/contract", "lib/adapters", "lib/domain", "lib/indexer"]],
    because: "admin users' verbs on the indexer answer by the contract",
  },
  {
    files: "lib/server/**",
    may: ["db", "lib/core", "lib/contract", "lib/adapters", "lib/domain", "lib/server"],
    because: "server binds HTTP to the domain",
  },
  {
    files: "cli/**",
    may: [
      ...[
        "cli/src",
        "lib/core",
        "sdk/src",
        "=scripts/run/run-with-options",
        "=scripts/run/demo/kept",
      ],
      "=scripts/run/demo/demo-info",
    ],
    because: "the command line stands on the published client",
  },
  {
    files: "operator/**",
    except: "**/*.test.ts",
    may: [
      ...["db", "lib/core", "lib/adapters", "lib/domain", "lib/indexer", "operator"],
      "=scripts/run/run-with-options",
    ],
    because: "an operator's commands call verbs",
  },
  {
    files: "lib/client/**",
    may: ["lib/core", "lib/contract", "lib/client", "sdk/src"],
    because: "client runs in the browser",
    further: ["sql"],
  },
  {
    files: "lib/engine/**",
    may: ["db", "lib/core", "lib/adapters", "lib/engine"],
    because: "the engine knows no job",
  },
  ...rooms.map((name, place) => ({
    files: `components/${name}/**`,
    except: "**/*.test.tsx",
    may: [
      ...rooms.slice(place).map((one) => `components/${one}`),
      ...["lib/core", "lib/contract", "lib/client", "=sdk/src/errors", "sdk/src/payer"],
    ],
    because: `${name} takes props, and imports itself and what stands below it in scripts/prove/lint/layers.ts`,
    further: ["stepUp", "sql"] as const,
  })),
  {
    files: "inngest/**",
    may: [
      ...["inngest", "lib/core", "lib/domain", "=lib/engine/advance-time", "lib/indexer"],
      ...["lib/server", "lib/adapters/jobs"],
    ],
    because: "jobs call verbs",
    further: ["sql"],
  },
  { files: "app/**", ...routes, further: ["sql"] },
  { files: "app/**/route.ts", ...routes, further: ["sql", "next"] },
];

const allowed = (may: readonly string[]) =>
  may.map((one) => (one.startsWith("=") ? `!@/${one.slice(1)}` : `!@/${one}/**`));

const patternsOf = ({ may, because, room, further: names = [] }: Layer) => [
  neighbours,
  { group: ["@/**", ...allowed(may)], message: because },
  ...(room ? [{ group: [`@/${room.in}/**`, ...allowed(room.may)], message: room.because }] : []),
  ...names.map((name) => further[name]),
];

/** The table as a configuration of Biome; a line for each layer. */
export function renderLayers(): string {
  const lines = layers.map((layer) =>
    JSON.stringify({
      includes: [layer.files, ...(layer.except ? [`!${layer.except}`] : [])],
      linter: {
        rules: {
          style: {
            noRestrictedImports: { level: "error", options: { patterns: patternsOf(layer) } },
          },
        },
      },
    }),
  );
  return `{"overrides":[\n${lines.join(",\n")}\n]}\n`;
}
