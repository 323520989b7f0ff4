import type { FirstPage } from "@/components/dashboard/data/use-list";
import { Section } from "@/components/ui/section";
import type { ObjectWithId } from "@/lib/client/read-page";
import type { ListDeclaration } from "./list-declaration";
import { ListView } from "./list-view";

interface Props<Row extends ObjectWithId> {
  title: string;
  list: ListDeclaration<Row>;
  /** As the server read it, if it did. */
  first?: FirstPage<Row> | null;
}

/** A list as a part of a page. */
export function ListSection<Row extends ObjectWithId>({ title, list, first = null }: Props<Row>) {
  return (
    <Section title={title}>
      <ListView isPart list={list} first={first} />
    </Section>
  );
}
