import type { LineMutant } from "@/scripts/mutants/line-mutant";

const test = "scripts/statements/check-statements.test.ts";

/** What the check of the SQL statements finds. */
export const mutants: readonly LineMutant[] = [
  {
    name: "a property without a column is passed over",
    file: "scripts/statements/compare-rows.ts",
    from: "return isOptional ? null : {",
    to: "return isOptional || name ? null : {",
    test,
  },
  {
    name: "a column may be of any type",
    file: "scripts/statements/compare-rows.ts",
    from: "if (!oids.includes(column.oid)) {",
    to: "if (oids.length === 0) {",
    test,
  },
  {
    name: "a null that was answered is passed over",
    file: "scripts/statements/compare-rows.ts",
    from: "if (nulls.has(name)) return",
    to: "if (nulls.has('')) return",
    test,
  },
  {
    name: "a column that may be null is passed over",
    file: "scripts/statements/compare-rows.ts",
    from: "if (!column.nullable) return null;",
    to: "if (column.nullable !== 'outer join') return null;",
    test,
  },
  {
    name: "an undeclared column is passed over",
    file: "scripts/statements/compare-rows.ts",
    from: "    ...undeclared.map(({ name, type }) => ({",
    to: "    ...undeclared.slice(0, 0).map(({ name, type }) => ({",
    test,
  },
  {
    name: "rows that are read need no type",
    file: "scripts/statements/compare-rows.ts",
    from: "return isRead ? [{ what:",
    to: "return isRead && !columns ? [{ what:",
    test,
  },
  {
    name: "an outer join fills nothing with nulls",
    file: "scripts/statements/outer-joined.ts",
    from: '  Right: ["Outer"],\n',
    to: "",
    test: "scripts/statements/outer-joined.test.ts",
  },
  {
    name: "a statement that no test sends is passed over",
    file: "scripts/statements/check-statements.ts",
    from: "if (!records.issued.has(statement.key) && !isPartial) {",
    to: "if (records.issued.size === 0 && !isPartial) {",
    test,
  },
  {
    name: "an exception that excepts nothing stays",
    file: "scripts/statements/check-statements.ts",
    from: "  if (isPartial) return [];",
    to: "  if (isPartial || used) return [];",
    test,
  },
  {
    name: "the rows of a fragment are not compared",
    file: "scripts/statements/check-statements.ts",
    from: "text.embedded.includes(key))",
    to: "text.embedded.includes(`${key} `))",
    test,
  },
  {
    name: "the linter sees no promises that were made before they are awaited together",
    file: "scripts/lint/no-parallel-statements.grit",
    from: "$parameters <: contains `tx`",
    to: "$parameters <: contains `never`",
    test: "scripts/lint/no-parallel-statements.test.ts",
  },
  {
    name: "the linter takes several transactions for one",
    file: "scripts/lint/no-parallel-statements.grit",
    from: "`(tx) => $_`,",
    to: "`(never) => $_`,",
    test: "scripts/lint/no-parallel-statements.test.ts",
  },
];
