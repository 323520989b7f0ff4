import type { BrowserContext } from "@playwright/test";
import type { PrivateKeyAccount } from "viem/accounts";

/** Base Account's window as a test brings it. */
export interface BaseAccountWindow {
  /** What the page asked for, in order. */
  readonly calls: string[];
  /** Declines everything from now on, as a person does who closes the question. */
  decline(): void;
}

interface Options {
  /** Where the window is. */
  readonly url: string;
  readonly chainId: number;
  readonly rpcUrl: string;
  /** The contract, and the key that signs for it. */
  readonly address: string;
  readonly key: PrivateKeyAccount;
}

/**
 * What the window does as far as the SDK sees: it tells its opener that it is there, agrees on a key (ECDH on P-256),
 * and answers what is sealed with it (AES-GCM). Its own key is kept, as the real one is.
 */
function runWindow({ chainId, rpcUrl }: Pick<Options, "chainId" | "rpcUrl">): void {
  const opener = window.opener as Window;
  const origin = new URLSearchParams(window.location.search).get("origin") ?? "";
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const hex = (bytes: ArrayBuffer) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text: string) =>
    Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const kept = localStorage.getItem("keys");
  const keys = kept
    ? Promise.all([
        crypto.subtle.importKey("jwk", JSON.parse(kept)[0], curve, true, []),
        crypto.subtle.importKey("jwk", JSON.parse(kept)[1], curve, true, ["deriveKey"]),
      ])
    : crypto.subtle
        .generateKey(curve, true, ["deriveKey"])
        .then(async ({ publicKey, privateKey }) => {
          const pair = [publicKey, privateKey] as const;
          const jwks = await Promise.all(pair.map((key) => crypto.subtle.exportKey("jwk", key)));
          localStorage.setItem("keys", JSON.stringify(jwks));
          return pair;
        });

  async function answer({ id, sender, content }: SealedRequest): Promise<void> {
    const [own, secret] = await keys;
    const peer = await crypto.subtle.importKey("spki", bytes(sender), curve, true, []);
    const sealing = await crypto.subtle.deriveKey(
      { name: "ECDH", public: peer },
      secret,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"],
    );
    const asked = content.handshake ?? (await open(content.encrypted));
    const result = await window.askBaseAccount(asked.method, asked.params ?? []);
    const text = JSON.stringify({ result, data: { chains: { [chainId]: rpcUrl } } });
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = new TextEncoder().encode(text);
    const cipherText = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, sealing, data);
    opener.postMessage(
      {
        id: crypto.randomUUID(),
        requestId: id,
        sender: hex(await crypto.subtle.exportKey("spki", own)),
        content: { encrypted: { iv, cipherText } },
        timestamp: new Date(),
      },
      origin,
    );

    async function open(sealed: Sealed | undefined): Promise<Call> {
      if (!sealed) throw new Error("Nothing is asked");
      const name = "AES-GCM";
      const plain = await crypto.subtle.decrypt(
        { name, iv: sealed.iv },
        sealing,
        sealed.cipherText,
      );
      return JSON.parse(new TextDecoder().decode(plain)).action;
    }
  }

  window.addEventListener("message", ({ data }: MessageEvent) => {
    if (data?.content) void answer(data);
  });
  opener.postMessage({ event: "PopupLoaded", id: crypto.randomUUID() }, origin);
}

/** Serves the window's page to everything that the context opens from now on. */
export async function serveBaseAccount(
  context: BrowserContext,
  options: Options,
): Promise<BaseAccountWindow> {
  const { url, chainId, rpcUrl, address, key } = options;
  const calls: string[] = [];
  let isDeclined = false;
  await context.exposeFunction("askBaseAccount", async (method: string, params: unknown[]) => {
    calls.push(method);
    if (method === "handshake") return { value: null };
    if (isDeclined) return { error: { code: 4001, message: "User denied the request." } };
    if (method === "wallet_connect") {
      return { value: { accounts: [{ address, capabilities: {} }] } };
    }
    if (method === "eth_signTypedData_v4") {
      return { value: await key.signTypedData(JSON.parse(String(params[1]))) };
    }
    if (method === "personal_sign") {
      return { value: await key.signMessage({ message: { raw: params[0] as `0x${string}` } }) };
    }
    return { error: { code: 4200, message: `${method} is not supported` } };
  });
  const script = `(${runWindow.toString()})(${JSON.stringify({ chainId, rpcUrl })})`;
  await context.route(`${url}**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Base Account</title><h1>Base Account</h1><script>${script}</script>`,
    }),
  );
  return {
    calls,
    decline() {
      isDeclined = true;
    },
  };
}

interface Call {
  readonly method: string;
  readonly params?: unknown[];
}

interface Sealed {
  readonly iv: BufferSource;
  readonly cipherText: BufferSource;
}

interface SealedRequest {
  readonly id: string;
  readonly sender: string;
  readonly content: { readonly handshake?: Call; readonly encrypted?: Sealed };
}

declare global {
  interface Window {
    askBaseAccount(method: string, params: unknown[]): Promise<unknown>;
  }
}
