import solc from "solc";
import type { Verification } from "./verify";

/**
 * What Sourcify and block explorers are given so that they verify a contract, by file name.
 * `….sourcify.json` is the body of `POST /v2/verify/{chainId}/{address}`; `….explorer.json` has the fields of
 * Etherscan's `verifysourcecode`, which the forms of other explorers ask for too.
 */
export function verificationFiles(
  chainId: number,
  verifications: readonly Verification[],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { kind, contract, identifier, constructorArguments, input } of verifications) {
    const sourcify = {
      stdJsonInput: input,
      compilerVersion: compilerRelease(),
      contractIdentifier: identifier,
    };
    const explorer = {
      chainid: `${chainId}`,
      codeformat: "solidity-standard-json-input",
      contractaddress: contract.address,
      contractname: identifier,
      compilerversion: `v${compilerRelease()}`,
      constructorArguments: constructorArguments.slice(2),
      sourceCode: JSON.stringify(input),
    };
    files.set(`${kind}.sourcify.json`, `${JSON.stringify(sourcify, null, 2)}\n`);
    files.set(`${kind}.explorer.json`, `${JSON.stringify(explorer, null, 2)}\n`);
  }
  return files;
}

/** The compiler's version with its commit, as `0.8.36+commit.8a079791`. */
function compilerRelease(): string {
  const [release] = /^\d+\.\d+\.\d+\+commit\.[0-9a-f]+/.exec(solc.version()) ?? [];
  if (!release) throw new Error(`The compiler calls itself ${solc.version()}`);
  return release;
}
