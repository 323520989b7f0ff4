/** Values that fields of one sort refuse, or take at their bounds. */

const neverTextOrNull = [12.5, 7, true, {}, [], ["text"], "\u0000", "a\u0000b", "\ud800"];
const neverText = [null, ...neverTextOrNull];
const neverObject = [null, 12.5, true, "text", "", [], [1]];
export const text = (...more: unknown[]) => [...neverText, ...more];
const object = (...more: unknown[]) => [...neverObject, ...more];
export const chars = (length: number) => "x".repeat(length);

export const most = 2n ** 256n - 1n;
export const wrongDigits = [
  ...["", "-1", "+1", "-0", "1.5", "1.0", "1e3", "0x1", "0b1", "1n", "NaN", "Infinity"],
  ...[" ", "1 0", "1\n2", "1,000", "1_000", "\u0661", "\uff11", "\u00b9", "\u2460"],
  ...[(most + 1n).toString(), (most * 10n).toString(), `1${"0".repeat(78)}`, "9".repeat(160)],
  "1".repeat(161),
];
export const wrongEmails = ["", "ada", "ada@", "@example.com", `${chars(320)}@example.com`];
const withUserInfo = ["user", "user:pass", "%", "%zz:%", "", ":"].map(
  (userInfo) => `https://${userInfo}@shop.example/`,
);
export const returnUrls = text(
  ...["", "x", "/path", `https://shop.example/${chars(2_000)}`],
  ...withUserInfo,
);
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, "x"]));
export const metadata = object(
  manyKeys(51),
  { [chars(41)]: "x" },
  { "": "x" },
  { text: chars(501) },
  { deep: deep(9) },
  { big: Array(9_000).fill(1) },
  { text: "\u0000" },
  { "a\u0000": 1 },
);
export const rightMetadata = [
  {},
  manyKeys(50),
  { [chars(40)]: chars(500) },
  { deep: deep(8), none: null },
];
const v27 = { v: 27, r: `0x${"1".repeat(64)}`, s: `0x${"2".repeat(64)}` };
export const signatures = [
  ...[null, 12.5, true, "", "0x", "0x1", "0xzz", `0x${"11".repeat(8_193)}`, [], {}],
  ...[
    { ...v27, v: 2 },
    { ...v27, v: "27" },
    { ...v27, r: "0x1" },
    { ...v27, more: 1 },
  ],
  { v: 27, r: v27.r },
];
const authorization = {
  from: `0x${"1".repeat(40)}`,
  amount: "1",
  validAfter: "0",
  validBefore: "1",
  nonce: `0x${"1".repeat(64)}`,
};
export const auths = object(
  {},
  ...Object.keys(authorization).map((field) => ({ ...authorization, [field]: undefined })),
  { ...authorization, more: 1 },
  { ...authorization, from: "0x1" },
  { ...authorization, amount: 1 },
  ...["amount", "validAfter", "validBefore"].flatMap((field) =>
    wrongDigits.map((value) => ({ ...authorization, [field]: value })),
  ),
  { ...authorization, nonce: "0x1" },
);
const permit = { owner: `0x${"ab".repeat(20)}`, value: "1", deadline: "1" };
export const permits = object(
  {},
  ...Object.keys(permit).map((field) => ({ ...permit, [field]: undefined })),
  { ...permit, more: 1 },
  { ...permit, owner: "0x1" },
  { ...permit, nonce: "0" },
  ...["value", "deadline"].flatMap((field) =>
    wrongDigits.map((value) => ({ ...permit, [field]: value })),
  ),
);
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

export const wrongHookUrls = ["x", "ftp://shop.example/", ...withUserInfo];
