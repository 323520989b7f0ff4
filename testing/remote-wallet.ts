import { SignClient } from "@walletconnect/sign-client";
import type { PrivateKeyAccount } from "viem/accounts";

type Handler = (params: readonly unknown[]) => unknown;

/** A refusal as wallets send it. */
export class RemoteRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A wallet on another device: it pairs through a relay by what a page shows (WalletConnect 2). */
export interface PairedWallet {
  readonly account: PrivateKeyAccount;
  /** What pages asked it for, in order, with the chain that each request was for. */
  readonly calls: { readonly method: string; readonly chainId: number }[];
  /** Takes a pairing, and waits for the page's proposal. @param uri `wc:…` */
  pair(uri: string): Promise<Proposal>;
  /** Answers a method differently from now on. */
  answer(method: string, handler: Handler): void;
  /** Ends the session, as its user would. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** What a page asks for when it pairs. */
export interface Proposal {
  /** The name of the site, and its address. */
  readonly site: { readonly name: string; readonly url: string };
  readonly chainIds: readonly number[];
  readonly methods: readonly string[];
  /** Shares the account on these chains; on all that were asked for without an argument. */
  approve(chainIds?: readonly number[]): Promise<void>;
  reject(): Promise<void>;
}

interface Options {
  readonly relayUrl: string;
  readonly account: PrivateKeyAccount;
  /** The account that it shares, where a contract's signatures are made by the key. */
  readonly address?: `0x${string}`;
  readonly name?: string;
}

type Client = Awaited<ReturnType<typeof SignClient.init>>;
const events = ["accountsChanged", "chainChanged"];
let opened = 0;

export async function openRemoteWallet(options: Options): Promise<PairedWallet> {
  const { relayUrl, account, address, name = "Example Phone Wallet" } = options;
  const client = await SignClient.init({
    projectId: "wallet",
    relayUrl,
    metadata: { name, description: name, url: "https://wallet.example", icons: [] },
    telemetryEnabled: false,
    logger: "silent",
    // Wallets of one process are different ones.
    customStoragePrefix: `wallet-${++opened}`,
  });
  const wallet = new Wallet(client, account, address ?? account.address);
  return {
    account,
    calls: wallet.calls,
    pair: (uri) => wallet.pair(uri),
    answer: (method, handler) => wallet.answers.set(method, handler),
    disconnect: () => wallet.disconnect(),
    stop: () => wallet.stop(),
  };
}

class Wallet {
  readonly calls: PairedWallet["calls"] = [];
  readonly answers = new Map<string, Handler>();
  #topic: string | null = null;
  #methods: readonly string[] = [];
  #chainIds: readonly number[] = [];

  constructor(
    readonly client: Client,
    readonly account: PrivateKeyAccount,
    readonly address: string,
  ) {
    client.on("session_request", (event) => void this.#take(event));
  }

  async pair(uri: string): Promise<Proposal> {
    const proposed = new Promise<{ id: number; params: ProposalParams }>((resolve) =>
      this.client.once("session_proposal", resolve),
    );
    await this.client.pair({ uri });
    const { id, params } = await proposed;
    const { chains = [], methods = [] } = params.optionalNamespaces.eip155 ?? {};
    const chainIds = chains.map((chain) => Number(chain.split(":")[1]));
    const { name, url } = params.proposer.metadata;
    return {
      site: { name, url },
      chainIds,
      methods,
      approve: async (shared = chainIds) => {
        this.#methods = methods;
        this.#chainIds = shared;
        const session = await this.client.approve({ id, namespaces: this.#namespaces() });
        this.#topic = session.topic;
        await session.acknowledged();
      },
      reject: () => this.client.reject({ id, reason: { code: 5000, message: "User rejected." } }),
    };
  }

  async disconnect(): Promise<void> {
    if (this.#topic === null) return;
    const reason = { code: 6000, message: "User disconnected." };
    await this.client.disconnect({ topic: this.#topic, reason });
  }

  async stop(): Promise<void> {
    this.client.core.heartbeat.stop();
    await this.client.core.relayer.transportClose();
  }

  #namespaces() {
    const chains = this.#chainIds.map((chainId) => `eip155:${chainId}`);
    const accounts = chains.map((chain) => `${chain}:${this.address}`);
    return { eip155: { chains, accounts, methods: [...this.#methods], events } };
  }

  async #take({ topic, id, params }: RequestEvent): Promise<void> {
    const { method, params: given } = params.request;
    this.calls.push({ method, chainId: Number(params.chainId.split(":")[1]) });
    const answer = await this.#answerTo(method, given as readonly unknown[]);
    await this.client.respond({ topic, response: { id, jsonrpc: "2.0", ...answer } });
  }

  async #answerTo(method: string, params: readonly unknown[]) {
    try {
      const own = this.answers.get(method);
      return { result: await (own ? own(params) : this.#standard(method, params)) };
    } catch (error) {
      if (!(error instanceof RemoteRefusal)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }

  #standard(method: string, params: readonly unknown[]): unknown {
    if (method === "eth_signTypedData_v4") {
      return this.account.signTypedData(JSON.parse(String(params[1])));
    }
    if (method === "personal_sign") {
      return this.account.signMessage({ message: { raw: params[0] as `0x${string}` } });
    }
    if (method === "wallet_switchEthereumChain") {
      return this.#switchTo(Number((params[0] as { chainId: string }).chainId));
    }
    throw new RemoteRefusal(4200, `${method} is not supported`);
  }

  /** As wallets do: the session has the chain before the page is told that it is the current one. */
  async #switchTo(chainId: number): Promise<null> {
    const topic = this.#topic ?? "";
    this.#chainIds = [...new Set([...this.#chainIds, chainId])];
    await this.client.update({ topic, namespaces: this.#namespaces() });
    return null;
  }
}

interface ProposalParams {
  readonly optionalNamespaces: Record<string, { chains?: string[]; methods: string[] } | undefined>;
  readonly proposer: { readonly metadata: { readonly name: string; readonly url: string } };
}

interface RequestEvent {
  readonly topic: string;
  readonly id: number;
  readonly params: {
    readonly request: { readonly method: string; readonly params: unknown };
    readonly chainId: string;
  };
}
