import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyName, previousKeyNames, seal, sealBytes, unseal, unsealBytes } from "./seal";

const newKey = () => randomBytes(32).toString("base64");
const keys = { STIPEND_SECRET_KEY: newKey() };

test("any text comes back as it was, and never stands in what is stored", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, unit: "grapheme" }), fc.string(), (text, row) => {
      const sealed = seal(keys, "webhook", row, text);
      expect(unseal(keys, "webhook", row, sealed)).toBe(text);
      expect(sealed).not.toContain(text);
    }),
  );
});

test("an empty text can be sealed", () => {
  expect(unseal(keys, "webhook", "we_1", seal(keys, "webhook", "we_1", ""))).toBe("");
});

test("the same text is sealed differently each time", () => {
  expect(seal(keys, "webhook", "we_1", "secret")).not.toBe(seal(keys, "webhook", "we_1", "secret"));
});

test("a sealed text that was moved to another row does not open", () => {
  const sealed = seal(keys, "webhook", "we_1", "secret");
  expect(() => unseal(keys, "webhook", "we_2", sealed)).toThrow(/belongs to another row than we_2/);
});

test("a sealed text does not open for another purpose", () => {
  const sealed = seal(keys, "webhook", "we_1", "secret");
  expect(() => unseal(keys, "idempotency", "we_1", sealed)).toThrow(/was changed/);
});

test("a text that was changed, cut or has a short tag does not open", () => {
  const sealed = seal(keys, "webhook", "we_1", "secret");
  const [version, name, encoded = ""] = sealed.split(".");
  const prefix = `${version}.${name}.`;
  const bytes = Buffer.from(encoded, "base64url");
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    const text = prefix + changed.toString("base64url");
    expect(() => unseal(keys, "webhook", "we_1", text)).toThrow(/was changed/);
  }
  for (let length = 0; length < bytes.length; length += 1) {
    const text = prefix + bytes.subarray(0, length).toString("base64url");
    expect(() => unseal(keys, "webhook", "we_1", text)).toThrow();
  }
});

test("after a change of the key, what the previous one sealed still opens", () => {
  const sealed = seal(keys, "webhook", "we_1", "secret");
  const rotated = {
    STIPEND_SECRET_KEY: newKey(),
    STIPEND_SECRET_KEY_PREVIOUS: [keys.STIPEND_SECRET_KEY],
  };
  const names = [sealed.split(".")[1]];
  expect(unseal(rotated, "webhook", "we_1", sealed)).toBe("secret");
  expect(previousKeyNames(rotated)).toEqual(names);
  expect(seal(rotated, "webhook", "we_1", "secret").split(".")[1]).not.toBe(names[0]);
  const twice = {
    STIPEND_SECRET_KEY: newKey(),
    STIPEND_SECRET_KEY_PREVIOUS: [rotated.STIPEND_SECRET_KEY, keys.STIPEND_SECRET_KEY],
  };
  expect(unseal(twice, "webhook", "we_1", sealed)).toBe("secret");
  expect(previousKeyNames(twice)).toEqual([keyName(rotated.STIPEND_SECRET_KEY), ...names]);
  expect(previousKeyNames(keys)).toEqual([]);
  expect(
    previousKeyNames({ ...keys, STIPEND_SECRET_KEY_PREVIOUS: [keys.STIPEND_SECRET_KEY] }),
  ).toEqual([]);
});

test("what the next key sealed opens before it is the current one, and is not to be sealed anew", () => {
  const next = { STIPEND_SECRET_KEY: newKey() };
  const sealed = seal(next, "webhook", "we_1", "secret");
  const announced = { ...keys, STIPEND_SECRET_KEY_NEXT: next.STIPEND_SECRET_KEY };
  expect(unseal(announced, "webhook", "we_1", sealed)).toBe("secret");
  expect(seal(announced, "webhook", "we_1", "secret").split(".")[1]).toBe(
    keyName(keys.STIPEND_SECRET_KEY),
  );
  expect(previousKeyNames(announced)).toEqual([]);
});

test("a missing key is named, and an unknown version is refused", () => {
  const sealed = seal(keys, "webhook", "we_1", "secret");
  const name = sealed.split(".")[1] ?? "";
  expect(() => unseal({ STIPEND_SECRET_KEY: newKey() }, "webhook", "we_1", sealed)).toThrow(
    new RegExp(`needs the key ${name}`),
  );
  expect(() => unseal(keys, "webhook", "we_1", "v9.aa.bb")).toThrow(/unknown version v9/);
});

test("bytes open in their own place alone, whole, and under the previous key too", () => {
  const place = { purpose: "answer", boundTo: "1" };
  const bytes = randomBytes(100);
  const sealed = sealBytes(keys, place, bytes);
  const rotated = {
    STIPEND_SECRET_KEY: newKey(),
    STIPEND_SECRET_KEY_PREVIOUS: [keys.STIPEND_SECRET_KEY],
  };
  expect(unsealBytes(keys, place, sealed)).toEqual(bytes);
  expect(unsealBytes(rotated, place, sealed)).toEqual(bytes);
  expect(sealed.includes(bytes.subarray(0, 16))).toBe(false);
  expect(sealBytes(keys, place, bytes)).not.toEqual(sealed);
  for (const other of [
    { ...place, boundTo: "2" },
    { ...place, purpose: "webhook" },
  ]) {
    expect(() => unsealBytes(keys, other, sealed)).toThrow(
      /was changed, or belongs to another row/,
    );
  }
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unsealBytes(keys, place, changed)).toThrow();
    expect(() => unsealBytes(keys, place, sealed.subarray(0, at))).toThrow();
  }
  expect(() => unsealBytes({ STIPEND_SECRET_KEY: newKey() }, place, sealed)).toThrow(
    /needs the key/,
  );
});
