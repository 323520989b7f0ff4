import type { LineMutant } from "@/scripts/mutants/line-mutant";

const parts = "lib/domain/search/parts.ts";
const api = "testing/api/search.test.ts";
const plans = "testing/lists/lists.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "an id finds what is another merchant's or mode's",
    file: parts,
    from: "${db(alias)}.id = ${terms.id.id} and ${ownedBy(db, actor, alias)}",
    to: "${db(alias)}.id = ${terms.id.id}",
    test: api,
    match: "finds what getSession reads",
  },
  {
    name: "a name finds what is another merchant's or mode's",
    file: parts,
    from: "${ownedBy(db, actor, alias)} and ${lowered} ~>=~",
    to: "${lowered} ~>=~",
    test: api,
    match: "finds a customer by wallet",
  },
  {
    name: "a hash finds another merchant's transactions",
    file: "lib/domain/search/money-hits.ts",
    from: '    )) and ${ownedBy(db, actor, "t")}`;',
    to: "    ))`;",
    test: api,
    match: "finds a transaction by the chain's hash",
  },
  {
    name: "a key is shown what its scopes do not let it read",
    file: "lib/domain/search/search.ts",
    from: "actor.scopes.includes(scopes[kind])",
    to: "scopes[kind] !== undefined",
    test: api,
    match: "what its scopes let it read",
  },
  {
    name: "an amount is not compared by its currency",
    file: parts,
    from: "terms.amount.currency ? db`and ${currency} = ${terms.amount.currency}` : db``",
    to: "db``",
    test: api,
    match: "finds money by its amount",
  },
  {
    name: "any number of a kind is shown",
    file: "lib/domain/search/hit-rows.ts",
    from: "export const MOST = 5;",
    to: "export const MOST = 50;",
    test: api,
    match: "five of a kind",
  },
  {
    name: "a name is looked for in its own capitals, by no index",
    file: parts,
    from: "const lowered = db`lower(${db(alias)}.${db(column)})`;",
    to: "const lowered = db`upper(${db(alias)}.${db(column)})`;",
    test: api,
    match: "finds a customer by wallet",
  },
  {
    name: "an amount is looked for among everything",
    file: parts,
    from: "const LOOKED_THROUGH = 5_000;",
    to: "const LOOKED_THROUGH = 5_000_000;",
    test: plans,
    match: "looks for an amount among the newest 5,000",
  },
  {
    name: "an amount finds what is another merchant's or mode's",
    file: parts,
    from: 'from ${db(table)} n where ${ownedBy(db, actor, "n")}',
    to: "from ${db(table)} n where true",
    test: api,
    match: "finds money by its amount",
  },
  {
    name: "a whole key is looked for with all that it is",
    file: "lib/core/search-terms.ts",
    from: "const prefix = text.slice(0, SHOWN_OF_KEY);",
    to: "const prefix = text;",
    test: "lib/core/search-terms.test.ts",
    match: "only what is shown of it",
  },
  {
    name: "the palette has what begins with a word behind what only has it",
    file: "components/palette/match-entries.ts",
    from: ".sort((left, right) => right.score - left.score)",
    to: "",
    test: "components/palette/match-entries.test.ts",
    match: "has first what begins with it",
  },
];
