"use client";

import { countryCodes } from "@/lib/core/merchants/country-codes";
import { useHydrated } from "./use-hydrated";

interface Country {
  readonly code: string;
  readonly name: string;
}

const names = new Intl.DisplayNames("en", { type: "region" });
const countries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));
const unnamed: readonly Country[] = countryCodes.map((code) => ({ code, name: code }));

/** All countries. The server and a browser may call a country differently: the browser's names count. */
export function CountryOptions() {
  const shown = useHydrated() ? countries : unnamed;
  return shown.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}
