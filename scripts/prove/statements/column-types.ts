/**
 * What the client of `createDb` makes of a column, by the oid of its type. The declared type of a row's
 * property has to be assignable to it. A column of json may be declared as anything.
 */
export interface ColumnTypes {
  /** boolean */
  16: boolean;
  /** bytea */
  17: `0x${string}`;
  /** name */
  19: string;
  /** bigint */
  20: bigint;
  /** smallint */
  21: number;
  /** integer */
  23: number;
  /** text */
  25: string;
  /** oid */
  26: number;
  /** json */
  114: unknown;
  /** double precision */
  701: number;
  /** boolean[] */
  1000: readonly (boolean | null)[];
  /** bytea[] */
  1001: readonly (`0x${string}` | null)[];
  /** integer[] */
  1007: readonly (number | null)[];
  /** text[] */
  1009: readonly (string | null)[];
  /** varchar[] */
  1015: readonly (string | null)[];
  /** bigint[] */
  1016: readonly (bigint | null)[];
  /** double precision[] */
  1022: readonly (number | null)[];
  /** timestamptz */
  1184: Date;
  /** timestamptz[] */
  1185: readonly (Date | null)[];
  /** numeric[] */
  1231: readonly (bigint | null)[];
  /** numeric */
  1700: bigint;
  /** uuid */
  2950: string;
  /** uuid[] */
  2951: readonly (string | null)[];
  /** jsonb */
  3802: unknown;
}
