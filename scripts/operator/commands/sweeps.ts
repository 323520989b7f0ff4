import { z } from "zod";
import { chainById } from "@/lib/adapters/chain/chains";
import { impossible } from "@/lib/core/errors";
import { currencies } from "@/lib/core/money";
import { callCommand } from "@/scripts/operator/call-command";
import {
  addressText,
  chainInput,
  chainOption,
  chooseNamed,
  deploymentInput,
  deploymentOptions,
} from "@/scripts/operator/options";

export const sweepCommand = callCommand({
  name: "sweep",
  summary: "send the fees that the payment processor holds to its treasury",
  help: `Moves the fees of one currency from the payment processor to its treasury. The treasury's own wallet
takes what the events say are fees of final payments: --print gives the call for it. Dry, it prints the
fees, the call, and what it costs.`,
  words: [],
  options: { ...deploymentOptions, currency: { value: "USDC|EURC", text: "the fees' currency" } },
  input: deploymentInput.extend({ currency: z.enum(currencies).default("USDC") }),
  async want(ctx, { currency, ...given }) {
    const deployment = chooseNamed(ctx, given);
    const token = deployment.tokens[currency];
    if (!token) throw impossible(`Chain ${deployment.chainId} has no ${currency} here.`);
    return {
      wanted: { kind: "sweep_fees", deployment, token: token.address } as const,
      line: `Wanted: the fees in ${currency} are with the treasury.`,
    };
  },
});

export const sweepWalletCommand = callCommand({
  name: "sweep-wallet",
  summary: "send a retired wallet's gas money to an address",
  help: `Moves what a retired wallet holds of its chain's own currency to an address, signed by the wallet itself
once none of its nonces is open. What the transaction may cost stays behind. Use it after
retire-wallet, while the key is still configured. Dry, it prints the balance, what is sent, and what
it costs.`,
  words: ["ADDRESS"],
  options: { chain: chainOption, to: { value: "ADDRESS", text: "who gets it" } },
  input: chainInput.extend({ address: addressText, to: addressText }),
  async want(ctx, { chain, address, to }) {
    const wanted = {
      kind: "sweep_wallet",
      chain: chainById(ctx.chains, chain),
      wallet: address,
      recipient: to,
    } as const;
    return { wanted, line: `Wanted: what ${address} holds is with ${to}.` };
  },
});
