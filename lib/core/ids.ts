import { randomBytes } from "node:crypto";

/** The prefix of each kind of id; 24 random base62 characters (about 143 bits) follow, or fewer of those that are named nowhere outside. */
export const idPrefixes = {
  merchant: "mer",
  paymentSession: "ps",
  transaction: "txn",
  customer: "cus",
  plan: "plan",
  subscription: "sub",
  invoice: "inv",
  refund: "re",
  apiKey: "ak",
  webhookEndpoint: "we",
  webhookDelivery: "whd",
  webhookDispatch: "whx",
  webhookReplay: "whr",
  webhookInspector: "wi",
  inspectedWebhook: "wir",
  event: "evt",
  eventStream: "est",
  storefront: "sf",
  product: "prod",
  paymentLink: "link",
  screening: "scr",
  request: "req",
  deployment: "dep",
  relaySubmission: "rsb",
  relayBatch: "rb",
  operatorCall: "opc",
  payerPermit: "prm",
  walletCreation: "wcr",
  outbox: "ob",
  auditEntry: "aud",
  user: "usr",
  adminUser: "adm",
  broadcast: "bc",
  alert: "alt",
  identityUser: "idu",
  identitySession: "ses",
  identityPasskey: "pky",
  identityAccount: "ida",
  agentJob: "job",
  mail: "eml",
  contactMessage: "cm",
  notification: "ntf",
  agentActivity: "act",
} as const;
export type IdKind = keyof typeof idPrefixes;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;
/** Short ids: most rows hold one, there are few of them, and knowing one grants nothing. */
const shortLengths: Partial<Record<IdKind, number>> = { deployment: 8, relayBatch: 12 };
const lengthOf = (kind: IdKind) => shortLengths[kind] ?? LENGTH;
/** Bytes at or above this would favour the alphabet's first characters. */
const UNBIASED = 256 - (256 % ALPHABET.length);

/** Asking the system for a few bytes at a time takes longer than everything else about an id. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

/** A random byte that is used only once. */
function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += 1;
  return pool.readUInt8(used - 1);
}

/** A run of uniformly random base62 characters. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = randomByte();
    if (byte < UNBIASED) text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}

/** A new id: the kind's prefix, `_`, and random base62 characters. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${randomBase62(lengthOf(kind))}`;
}

/** The pattern that ids of a kind have. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind]}_[0-9A-Za-z]{${lengthOf(kind)}}$`);
}
