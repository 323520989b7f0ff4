import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { MadePasskey, UsedPasskey } from "@/lib/adapters/identity/web-authn";

/** What of an authenticator and a browser a test changes. */
interface Faults {
  /** The page that asked. */
  readonly origin?: string;
  /** The site that the authenticator takes it for. */
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
}

interface Asked {
  readonly challenge: string;
  readonly [more: string]: unknown;
}

const FLAGS = { present: 1, verified: 4, syncable: 8, synced: 16, attested: 64 };
const digest = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** A passkey as an authenticator holds it (ES256), on a page of this world's site. */
export class TestPasskey {
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly id = randomBytes(32);
  counter = 0;
  userHandle: string | undefined;

  constructor(readonly isSynced = false) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    this.#publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** Is made for what a server answered. */
  make(options: Asked & { user?: { id: string } }, faults: Faults = {}): MadePasskey {
    this.userHandle = options.user?.id;
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const data = Buffer.concat([this.#head(faults, FLAGS.attested), attested]);
    const size = Buffer.from([0x59, data.length >> 8, data.length & 255]);
    const attestation = [text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0])];
    const object = [Buffer.from([0xa3]), ...attestation, text("authData"), size, data];
    return {
      id: this.id.toString("base64url"),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", options, faults).toString("base64url"),
        attestationObject: Buffer.concat(object).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Answers what a server asked. */
  use(options: Asked, faults: Faults = {}): UsedPasskey {
    this.counter += 1;
    const data = this.#head(faults, 0);
    const clientData = this.#clientData("webauthn.get", options, faults);
    const signed = Buffer.concat([data, digest(clientData)]);
    return {
      id: this.id.toString("base64url"),
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.#key).toString("base64url"),
        userHandle: faults.userHandle ?? this.userHandle,
      },
    };
  }

  #head({ rpId = "localhost", isVerified = true, counter }: Faults, more: number): Buffer {
    const synced = this.isSynced ? FLAGS.syncable | FLAGS.synced : 0;
    const verified = isVerified ? FLAGS.verified : 0;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(FLAGS.present | verified | synced | more, 0);
    rest.writeUInt32BE(counter ?? this.counter, 1);
    return Buffer.concat([digest(rpId), rest]);
  }

  #clientData(type: string, { challenge }: Asked, faults: Faults): Buffer {
    const { origin = "http://localhost:3000" } = faults;
    const asked = faults.challenge ?? challenge;
    return Buffer.from(JSON.stringify({ type, challenge: asked, origin, crossOrigin: false }));
  }
}
