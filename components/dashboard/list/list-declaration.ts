import type { ReactNode } from "react";
import type { QuerySubject } from "@/components/dashboard/data/query-keys";
import type { ApiRequest } from "@/lib/client/fill-request";
import type { ObjectWithId } from "@/lib/client/read-page";

/** A column of a list, and where it stands on a phone, where each row is a card. */
export interface ListColumn<Row> {
  readonly name: string;
  /**
   * `title` and `amount` stand above, `note` and `state` below them; `more` is on wide screens alone.
   * The title is the link to the object.
   */
  readonly place: "title" | "amount" | "note" | "state" | "more";
  /** Amounts and counts stand under each other by their last digit; those of the place `amount` do anyway. */
  readonly isNumber?: boolean;
  cell(row: Row): ReactNode;
}

/** A filter of a list, which the page's address keeps under the name of the endpoint's parameter. */
export type ListFilter =
  | { readonly kind: "text"; readonly name: string; readonly label: string; readonly hint?: string }
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      readonly options: readonly Choice[];
    }
  /** A day in the reader's time zone: `first` and later, or up to and with `last`. */
  | {
      readonly kind: "day";
      readonly name: string;
      readonly label: string;
      readonly edge: "first" | "last";
    };

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a list shows, and how: written once for each kind of object. */
export interface ListDeclaration<Row extends ObjectWithId> {
  /** Of the endpoint. */
  readonly path: string;
  readonly shown: QuerySubject;
  /** In the plural, e.g. "payments". */
  readonly noun: string;
  readonly columns: readonly ListColumn<Row>[];
  /** Always sent, e.g. whose objects are meant. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** A parameter with few values, each of which has a tab; beside them is one for all. */
  readonly tabs?: { readonly name: string; readonly values: readonly Choice[] };
  readonly filters: readonly ListFilter[];
  /** The endpoint answers `Accept: text/csv`. */
  readonly hasCsv?: boolean;
  /** The page of an object, without the mode. */
  hrefOf?(row: Row): string;
  /** Said where there are none at all. */
  readonly empty: string;
  /** How it is done from code, beside that; none where no API key may do it. */
  readonly example?: ApiRequest;
}

/** The names of the parameters that the page's address may have for a list. */
export const parametersOf = ({
  tabs,
  filters,
}: Pick<ListDeclaration<ObjectWithId>, "tabs" | "filters">): string[] => [
  ...(tabs ? [tabs.name] : []),
  ...filters.map(({ name }) => name),
];
