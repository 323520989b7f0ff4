import { amountPattern } from "@/lib/core/amounts/money";
import { addressPattern, bytes32Pattern } from "@/lib/core/chain/hex";
import { isObject, type Json, type JsonObject } from "@/lib/core/text/json";
import { withBases } from "./base-schemas";
import {
  type Kind,
  kinds,
  type MutableObject,
  type Part,
  type Replace,
  type Split,
  walkDocument,
  walkObject,
} from "./walk-description";

/** Bytes that a component has to save. */
const LEAST_SAVED = 20;

interface Candidate extends Part {
  count: number;
}

/** A schema with its meaning. */
const meanings: Split = (schema) =>
  schema.description === undefined ? null : { shared: schema, own: {} };

/** The values alone, of a schema that says so much of them that they have a name: a list of words, or fields. */
const values: Split = ({ description, ...shared }) =>
  Array.isArray(shared.enum) || isObject(shared.properties)
    ? { shared, own: description === undefined ? {} : { description } }
    : null;

/** The values alone, of a text whose form has a name. */
const forms: Split = ({ description, ...shared }) =>
  description !== undefined && formOf(shared) !== undefined
    ? { shared, own: { description } }
    : null;

const formNames: Readonly<Record<string, string>> = {
  [addressPattern.source]: "EvmAddress",
  [bytes32Pattern.source]: "Bytes32",
  [amountPattern.source]: "TokenAmount",
};

/** The name of a text's form, where it has one. */
function formOf({ pattern, type }: JsonObject): string | undefined {
  const name = formNames[String(pattern)];
  return name !== undefined && Array.isArray(type) ? `${name}OrNull` : name;
}

/**
 * Puts what is alike in a description under one name: all fields of another object first, then fields of objects, parameters,
 * bodies and answers that say the same in several places, and then values that several fields describe in words of their own,
 * which stand beside the reference. With each of these references replaced by what it names, the description is as it was.
 */
export const compactDescription = (description: JsonObject): JsonObject =>
  compactBy(forms, compactBy(values, compactBy(meanings, withBases(description))));

function compactBy(split: Split, description: JsonObject): JsonObject {
  const names = namesOf(split, description);
  const added: Record<Kind, MutableObject> = {
    schemas: {},
    parameters: {},
    requestBodies: {},
    responses: {},
  };
  const replace: Replace = (part) => {
    const { kind, owners, name, value } = part;
    const component = names.get(keyOf(part));
    if (component === undefined) return null;
    added[kind][component] ??= walkObject(value, [...owners, name], { split, replace });
    return { $ref: `#/components/${kind}/${component}` };
  };
  const compact = walkDocument(description, { split, replace });
  const components = { ...(compact.components as MutableObject) };
  for (const kind of kinds) {
    const more = Object.entries(added[kind]).sort(([one], [other]) => (one < other ? -1 : 1));
    components[kind] = { ...(components[kind] as JsonObject), ...Object.fromEntries(more) };
  }
  return { ...compact, components };
}

const keyOf = ({ kind, value }: Part) => `${kind} ${JSON.stringify(value)}`;

/** The component of each part that stands in several places, by the part's key. */
function namesOf(split: Split, description: JsonObject): Map<string, string> {
  const candidates = new Map<string, Candidate>();
  const mostPlaces = new Map<string, number>();
  const replace: Replace = (part) => {
    const place = `${part.kind} ${part.name}`;
    const known = candidates.get(keyOf(part));
    const count = (known?.count ?? 0) + 1;
    mostPlaces.set(place, Math.max(mostPlaces.get(place) ?? 0, count));
    if (!known) {
      candidates.set(keyOf(part), { ...part, count });
      return null;
    }
    known.count = count;
    // What is in it counts in the first place alone: it will stand there alone.
    return part.value;
  };
  walkDocument(description, { split, replace });
  const taken = takenNames(description);
  const names = new Map<string, string>();
  for (const [key, candidate] of candidates) {
    if (candidate.count === 1) continue;
    const isUsualMeaning =
      candidate.count === mostPlaces.get(`${candidate.kind} ${candidate.name}`);
    const name = possibleNames(candidate, isUsualMeaning).find(
      (one) => !taken.has(one.toLowerCase()),
    );
    if (name === undefined || !isWorthIt(candidate, name)) continue;
    taken.add(name.toLowerCase());
    names.set(key, name);
  }
  return names;
}

function isWorthIt({ kind, value, count }: Candidate, name: string): boolean {
  const bytes = JSON.stringify(value).length;
  const reference = `{"$ref":"#/components/${kind}/${name}"}`.length;
  return (bytes - reference) * count - bytes - name.length >= LEAST_SAVED;
}

/** Over all kinds: some generators make a type of each component, of any kind. */
const takenNames = ({ components }: JsonObject): Set<string> =>
  new Set(
    Object.values(components as JsonObject).flatMap((named) =>
      Object.keys(named as JsonObject).map((name) => name.toLowerCase()),
    ),
  );

const capitalised = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

/** What a part may be called: by itself where that is its commonest meaning, or else with what it was first found in. */
function possibleNames(
  { kind, name, owners, value }: Candidate,
  isUsualMeaning: boolean,
): string[] {
  const own = capitalised(name);
  const nearest = owners.map(capitalised).toReversed();
  const within = nearest.map(
    (_, index) =>
      nearest
        .slice(0, index + 1)
        .toReversed()
        .join("") + own,
  );
  const form = kind === "schemas" && value.description === undefined ? formOf(value) : undefined;
  if (form !== undefined) return [form];
  if (kind === "responses") return [...answered(value), `${within.at(-1)}Answer`];
  return isUsualMeaning ? [own, ...within] : within;
}

/** Named after the object that an answer has, or has a list of. */
function answered({ content }: JsonObject): string[] {
  const { schema } = (Object.values((content ?? {}) as JsonObject)[0] ?? {}) as JsonObject;
  const { $ref, properties } = (schema ?? {}) as JsonObject;
  const { items } = ((properties as JsonObject | undefined)?.data ?? {}) as JsonObject;
  const item = (items as JsonObject | undefined)?.$ref;
  const nameOf = (reference: Json | undefined, more: string) =>
    reference === undefined ? [] : [`${String(reference).split("/").at(-1)}${more}`];
  return [...nameOf($ref, "Answer"), ...nameOf(item, "ListAnswer")];
}
