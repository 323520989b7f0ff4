import { registry } from "@/lib/contract/registry";
import { listSamples } from "@/testing/lists/list-samples";

/** Every list, without a filter and with each value of each filter. */
export function listPaths(): string[] {
  return Object.entries(listSamples).flatMap(([name, { filters, below }]) => {
    const path = (registry.get(name)?.path ?? "").replace("{id}", below?.id ?? "");
    const filtered = Object.entries(filters).flatMap(([filter, { frequent, rare }]) =>
      [frequent ?? rare, rare].map(
        (value) => `${path}?${new URLSearchParams({ [filter]: value })}`,
      ),
    );
    return [path, ...filtered];
  });
}
