/** What is said from a connected wallet to its signatures. `{name}` is filled in; every language has the same keys. */
export const en = {
  networkTitle: "Switch to {network}",
  networkIntro: "Your wallet is on {current}. This payment is on {network}.",
  networkAsking: "Confirm the switch in {wallet}.",
  networkSwitch: "Switch network",
  networkRejected: "You declined the switch. Nothing was charged.",
  networkByHand: "{wallet} cannot switch from here. Do it in the wallet:",
  networkStep1: "Open {wallet} and its list of networks.",
  networkStep2: "Choose {network} (chain id {chainId}), or add it.",
  networkStep3: "Come back; this page goes on by itself.",
  networkUnnamed: "network {chainId}",

  checkingTitle: "Checking your wallet",
  checkingIntro: "Reading its balance on {network}.",
  checkingTest: "Filling the test wallet with test tokens.",
  checkFailed: "The network did not answer. We keep trying.",

  insufficientTitle: "Not enough {currency}",
  insufficientIntro: "You have {balance}. {amount} is needed on {network}.",
  insufficientAgain: "Add {missing} to this wallet. We look again every 10 seconds.",
  yourAddress: "Your address",
  copyAddress: "Copy address",
  getTestTokens: "Get test tokens",
  checkAgain: "Check again",

  blockedTitle: "This wallet can’t be used here",
  blockedIntro: "Please use another wallet, or contact {merchant}. Nothing was charged.",
  cannotSignTitle: "This wallet can’t pay here",
  cannotSignIntro:
    "The token asked this wallet’s contract, which did not accept what was signed. Nothing was charged. Please use another wallet.",
  cannotSignDelegated:
    "This account has handed its signatures to a contract (EIP-7702) that the token could not verify. Nothing was charged. Switch it back to a regular account in {wallet}, or use another wallet.",
  notDeployedTitle: "This wallet isn’t on {network} yet",
  notDeployedIntro:
    "It is a smart wallet whose contract has not been created on {network}, so nothing there can check its signature. Nothing was charged. Send any transaction with it on {network}, which creates it, then check again; or use another wallet.",

  confirmTitle: "Review and sign",
  balance: "Balance",
  change: "Change",
  emailLabel: "E-mail for your receipt",
  optional: "optional",
  emailHint: "{merchant} sees it with this order.",
  twoSignatures: "Two signatures in your wallet, and no network fee.",
  oneSignature: "One signature in your wallet, and no network fee.",
  signOnceCard: "Pay exactly {amount}",
  contract: "Contract",
  walletShows:
    "Your wallet shows only the amount and the contract. Merchant and order are locked into the message’s nonce, which this page has checked.",
  nonceData: "What the nonce stands for",
  sign1Title: "Allow exactly {amount}",
  sign1Text:
    "It goes to {merchant} through Stipend’s payment contract, once, and only until {time}.",
  sign2Title: "Confirm this order",
  sign2Text: "Ties the money to order {order}, so that nobody can reuse the first signature.",
  rawData: "What your wallet will show",
  copyMessage: "Copy the full message",
  signAndPay: "Sign and pay {amount}",
  noteContract:
    "This is a smart-contract wallet: its contract will be asked about what you sign. If it refuses, nothing is charged.",
  noteDelegated:
    "This account is delegated to a smart contract (EIP-7702), which will be asked about what you sign. If it refuses, nothing is charged, and you can switch back to a regular account in {wallet}.",
  noteUndeployed:
    "{wallet} says that this is a smart wallet, and {network} does not know its contract yet. It may have to be used there once before it can pay. Nothing is charged if it can’t.",

  preparing: "Preparing…",
  signTitle: "Signature {number} of 2",
  signIntro: "The payment starts once you have signed.",
  signOnceTitle: "Sign in {wallet}",
  signOnceRejectedTitle: "You declined to sign",
  signOnceFailedTitle: "Signing did not work",
  signWaiting: "Open {wallet} and sign",
  signRejectedTitle: "You declined signature {number}",
  signRejected: "Nothing was charged. Sign again, or leave.",
  signExpiredTitle: "That took too long",
  signExpired: "The time to sign ran out. Nothing was charged; please sign again.",
  signFailedTitle: "Signature {number} did not work",
  signFailed: "{wallet} did not return a signature. Nothing was charged.",
  signUnsupported: "{wallet} cannot sign this kind of message. Nothing was charged.",
  signOpen: "A request is already open in {wallet}. Open the wallet and answer it.",
  signAgain: "Sign again",
  signed: "Signed",

  refusedTitle: "This did not work",
  refusedGeneric: "Nothing was charged. Please try again.",
  refusedLimited: "Too many attempts. Nothing was charged. Please wait {time}.",
  refusedMinimum: "This amount is too small to be paid without a network fee. Contact {merchant}.",
  refusedSignature: "The signature does not belong to this account. Nothing was charged.",
  refusedPending:
    "An earlier authorization of this wallet is still being settled. Please wait a moment.",
  refusedNotShown:
    "Your wallet would not sign what this page shows, so it was not asked. Nothing was charged. Please reload, or contact {merchant}.",
  refusedVersion: "This page was updated. Reload it to go on; nothing was charged.",
  refusedRequest: "Request {id}",
  reload: "Reload",
} as const;
