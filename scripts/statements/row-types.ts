import { fileURLToPath } from "node:url";
import { type Project, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";

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
export function rowReader({ checker, program }: Project): (row: Type) => RowProperty[] | null {
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
