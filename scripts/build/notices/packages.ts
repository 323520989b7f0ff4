import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { licenceOf } from "./licences";

/** A package that an installation of the product has. */
export interface ProductPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; null when the package names none. */
  readonly licence: string | null;
  /** Where it is installed; null for one that only some systems have. */
  readonly folder: string | null;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: unknown;
  readonly cpu?: unknown;
}

/** All packages of `package-lock.json` besides those for development, sorted by name and version. */
export function productPackages(): ProductPackage[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
  const entries = Object.entries(lock.packages as Record<string, LockEntry>);
  const packages = new Map<string, ProductPackage>();
  for (const [path, entry] of entries) {
    if (path === "" || entry.dev || entry.link) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const version = entry.version ?? "";
    const isEverywhere = entry.os === undefined && entry.cpu === undefined;
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: licenceOf(name, entry.license),
      folder: isEverywhere ? join(projectRoot, path) : null,
    });
  }
  const keyOf = ({ name, version }: ProductPackage) => `${name} ${version}`;
  return [...packages.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The text of a package's licence or notice file; null without one. */
export function readText({ folder }: ProductPackage, kind: RegExp): string | null {
  if (folder === null || !existsSync(folder)) return null;
  const file = readdirSync(folder)
    .sort()
    .find((name) => kind.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), "utf8");
}

export const licenceFile = /^licen[cs]e(?:[-.](?:md|txt|mit|apache.*))?$/i;
export const noticeFile = /^notice(?:\.(?:md|txt))?$/i;
