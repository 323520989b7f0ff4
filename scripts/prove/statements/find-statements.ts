import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isAwaitExpression,
  isExpressionStatement,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from "typescript/unstable/ast";
import {
  API,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from "typescript/unstable/sync";
import { keyOf } from "./records";

/** A property of a row type. */
export interface RowProperty {
  readonly name: string;
  /** As TypeScript prints it, without null. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** Oids of the column types whose values the declared type admits. */
  readonly oids: readonly number[];
}

const COLUMN_TYPES = fileURLToPath(new URL("./column-types.ts", import.meta.url));

/** Reads row types of a project; null for one that declares no property, as the driver's own. */
function rowReader({ checker, program }: Project): (row: Type) => RowProperty[] | null {
  const columnTypes = readColumnTypes();
  const known = new Map<number, Pick<RowProperty, "type" | "isNullable" | "oids">>();

  function readColumnTypes(): Map<number, Type> {
    const file = program.getSourceFile(COLUMN_TYPES);
    const symbol = file && checker.getSymbolAtLocation(file);
    const table = symbol && checker.getMemberInModuleExports(symbol, "ColumnTypes");
    if (!table) throw new Error(`The project has no ${COLUMN_TYPES}`);
    const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(table));
    return new Map(
      properties.map((property) => {
        const type = checker.getTypeOfSymbol(property);
        if (!type) throw new Error(`ColumnTypes[${property.name}] has no type`);
        return [Number(property.name), type];
      }),
    );
  }

  function readType(type: Type) {
    const seen = known.get(type.id);
    if (seen) return seen;
    const isUnknown = (type.flags & TypeFlags.Unknown) !== 0;
    const isAny = (type.flags & TypeFlags.Any) !== 0;
    const plain = checker.getNonNullableType(type) ?? type;
    const isNullable =
      isUnknown ||
      (type.isUnionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.Null));
    const oids = [...columnTypes]
      .filter(([, column]) => isUnknown || (!isAny && checker.isTypeAssignableTo(plain, column)))
      .map(([oid]) => oid);
    const read = { type: checker.typeToString(plain), isNullable, oids };
    known.set(type.id, read);
    return read;
  }

  return (row) => {
    const properties = checker.getPropertiesOfType(row);
    if (properties.length === 0) return null;
    return properties.map((property) => ({
      name: property.name,
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
      ...readType(checker.getTypeOfSymbol(property) ?? checker.getAnyType()),
    }));
  };
}

/** A tagged template of a database client in the source. */
export interface SourceStatement {
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly key: string;
  /**
   * The properties of the row type; null when none is given, nor follows from where the rows go; `embedded`
   * when it is a type parameter, and the rows are those of a fragment that others embed.
   */
  readonly row: readonly RowProperty[] | "embedded" | null;
  /** Its rows are read, as far as its surroundings show; not when only the count is, or nothing. */
  readonly readsRows: boolean;
}

/**
 * Finds every statement and fragment in the files that `isWanted` chooses, by the compiler's own checker:
 * a tagged template whose type is the driver's `PendingQuery`.
 * @param root has a `tsconfig.json`
 */
export function findStatements(
  root: string,
  isWanted: (file: string) => boolean,
): SourceStatement[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error(`${root} has no TypeScript project`);
    const readRow = rowReader(project);
    return project.program.getSourceFileNames().flatMap((name) => {
      const file = relative(root, name);
      if (!isWanted(file)) return [];
      const source = project.program.getSourceFile(name);
      return source ? statementsOf(project, source, file, readRow) : [];
    });
  } finally {
    api.close();
  }
}

function statementsOf(
  { checker }: Project,
  source: SourceFile,
  file: string,
  readRow: (row: Type) => RowProperty[] | null,
): SourceStatement[] {
  const found: SourceStatement[] = [];
  const visit = (node: Node) => {
    node.forEachChild(visit);
    if (!isTaggedTemplateExpression(node)) return;
    const type = checker.getTypeAtLocation(node);
    if (type?.getSymbol()?.name !== "PendingQuery") return;
    const [rows] = checker.getTypeArguments(type as TypeReference);
    const row = rows?.isTypeParameter() ? "embedded" : rows && elementOf(rows);
    found.push({
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      key: keyOf(stringsOf(node)),
      row: row && row !== "embedded" ? readRow(row) : (row ?? null),
      readsRows: readsRows(node),
    });
  };
  const elementOf = (rows: Type) =>
    checker.getIndexInfosOfType(rows).find(({ keyType }) => keyType === checker.getNumberType())
      ?.valueType;
  source.forEachChild(visit);
  return found;
}

function stringsOf({ template }: TaggedTemplateExpression): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text];
  if (!isTemplateExpression(template)) throw new Error("Neither kind of template");
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

const WITHOUT_ROWS = new Set(["count", "length", "command"]);

function readsRows(statement: Node): boolean {
  let { parent } = statement;
  if (isExpressionStatement(parent)) return false;
  while (isAwaitExpression(parent) || isParenthesizedExpression(parent)) parent = parent.parent;
  if (isExpressionStatement(parent)) return false;
  if (isPropertyAccessExpression(parent)) return !WITHOUT_ROWS.has(parent.name.text);
  if (!isVariableDeclaration(parent) || !isObjectBindingPattern(parent.name)) return true;
  return parent.name.elements.some(({ name, propertyName }) => {
    const read = propertyName ?? name;
    return !read || !isIdentifier(read) || !WITHOUT_ROWS.has(read.text);
  });
}
