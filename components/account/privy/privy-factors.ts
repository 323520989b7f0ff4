import { getUserEmbeddedEthereumWallet } from "@privy-io/js-sdk-core";
import { promptForPasskey } from "@/components/account/passkeys";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { ask, clientOf } from "./privy-client";

type Message = Parameters<ReturnType<typeof clientOf>["embeddedWallet"]["onMessage"]>[0];

/** The frame in which Privy keeps an account's second factors. */
export interface PrivyFrame {
  close(): void;
}

/**
 * Opens the frame. Messages go to Privy's origin alone, and are taken from that frame alone: they carry the access token
 * and the secret of an authenticator app.
 */
export async function openFrame(app: PrivyApp): Promise<PrivyFrame> {
  const client = clientOf(app);
  await client.initialize();
  const { origin } = new URL(app.authUrl);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Privy";
  const load = () => {
    frame.src = client.embeddedWallet.getURL();
  };
  const take = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const { data } = event;
    client.embeddedWallet.onMessage(
      (typeof data === "string" ? JSON.parse(data) : data) as Message,
    );
  };
  load();
  window.addEventListener("message", take);
  document.body.append(frame);
  client.setMessagePoster({
    postMessage: (message) => frame.contentWindow?.postMessage(message, origin),
    reload: load,
  });
  return {
    close() {
      window.removeEventListener("message", take);
      frame.remove();
    },
  };
}

/** What an authenticator app is set up with. */
export interface AppSecret {
  readonly secret: string;
  readonly uri: string;
}

/**
 * Begins to enrol an authenticator app. Privy keeps second factors with a wallet of its own, so an account without one
 * gets an empty one, which nothing here uses.
 */
export async function beginEnrolment(app: PrivyApp): Promise<AppSecret> {
  const client = clientOf(app);
  const { user } = await ask(() => client.user.get(), "signed_out");
  if (!getUserEmbeddedEthereumWallet(user)) {
    await ask(() => client.embeddedWallet.create({}), "identity_unavailable");
  }
  const begin = () => client.mfa.initEnrollMfa({ method: "totp" });
  const { secret = "", authUrl = "" } = await ask(begin, "identity_unavailable");
  return { secret, uri: authUrl };
}

/** Enrols the app whose code this is. */
export async function completeEnrolment(app: PrivyApp, code: string): Promise<void> {
  await ask(() => clientOf(app).mfa.submitEnrollMfa({ method: "totp", code }), "code_wrong");
}

/** Makes a passkey and adds it to the account at Privy, to sign in with. */
export async function addPrivyPasskey(app: PrivyApp): Promise<void> {
  const { passkey } = clientOf(app).auth;
  const { origin } = window.location;
  const { options } = await ask(
    () => passkey.generateRegistrationOptions(origin),
    "identity_unavailable",
  );
  const { challenge, rp, user, timeout, attestation, authenticator_selection: chosen } = options;
  const credential = await promptForPasskey(() => {
    const asked = {
      ...{ challenge, rp, timeout, attestation },
      user: { id: user.id, name: user.name, displayName: user.display_name },
      pubKeyCredParams: options.pub_key_cred_params,
      excludeCredentials: options.exclude_credentials ?? [],
      authenticatorSelection: {
        authenticatorAttachment: chosen?.authenticator_attachment,
        residentKey: chosen?.resident_key,
        requireResidentKey: chosen?.require_resident_key,
        userVerification: chosen?.user_verification,
      },
    };
    const defined = JSON.parse(JSON.stringify(asked)) as PublicKeyCredentialCreationOptionsJSON;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(defined);
    return navigator.credentials.create({ publicKey });
  });
  type Made = Parameters<typeof passkey.linkWithPasskey>[0];
  await ask(() => passkey.linkWithPasskey(credential as Made, origin), "passkey_wrong");
}
