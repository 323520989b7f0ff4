// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../core/interfaces/IFeeAccruals.sol";
import {IGroupGas} from "../../core/interfaces/IGroupGas.sol";
import {IRoutes} from "../../core/interfaces/IRoutes.sol";
import {IPaymentIds} from "./IPaymentIds.sol";

/// @title Settlement of one-shot payments
/// @notice Takes a payer's signed tokens, keeps the platform fee and pays the merchant, singly or in batches.
/// @dev A payer signs once or twice. Once: the token's EIP-3009 `ReceiveWithAuthorization` (to this contract), whose
/// nonce is the EIP-712 digest of `PaymentTerms`; this contract computes the nonce, so that the authorization alone
/// binds registry, merchant, token, amount and reference. Twice: an authorization with any nonce, and this contract's EIP-712
/// `PaymentIntent`, which binds that nonce to the same. Anyone may submit; nobody who submits has any power over
/// amounts or destinations.
///
/// The registry is the one that the payer signed: it says where the merchant is paid, for which fee, and in which tokens.
/// Anyone can deploy one, and a payment through it is worth what that registry is: who reads payments asks for those of
/// its own registry, which every event has as its first topic after the event's own.
///
/// Each kind has its own type hash, so that no payment of one kind shares its id with one of the other. What keeps a
/// payment from settling twice is the token: it takes each nonce of a payer once, and a payment's id names payer,
/// token and nonce.
///
/// Payments are read from this contract's logs in order: `PaymentsRouted` says what the `PaymentSettled` events after
/// it, up to the next `PaymentsRouted` of the same transaction, have in common. The fee of each is
/// `amount × feeBps / 10,000`, rounded down.
interface IPaymentProcessor is IGroupGas, IPaymentIds, IFeeAccruals, IRoutes {
    /// @notice What is paid with two signatures, apart from these.
    /// @param registry Registry that the payer signed
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param from Payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param nonce EIP-3009 nonce of the authorization
    /// @param ref Merchant's reference, carried by the event
    struct Payment {
        address registry;
        uint256 merchantId;
        address token;
        address from;
        uint256 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
    }

    /// @notice What is paid with one signature, apart from it.
    /// @param registry Registry that the payer signed
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param from Payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param ref Merchant's reference, carried by the event
    /// @param salt Tells payments apart that are otherwise equal
    struct Terms {
        address registry;
        uint256 merchantId;
        address token;
        address from;
        uint256 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 ref;
        uint96 salt;
    }

    /// @notice An ECDSA signature; `v` is 27 or 28 and `s` in the lower half (EIP-2).
    struct Sig {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice One payment of a batch with two signatures, in the compact form of EIP-2098.
    /// @param from Payer, without code: others go alone through `paySigned`
    /// @param amount Gross amount, smallest unit of the group's token
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param nonce EIP-3009 nonce of the authorization
    /// @param ref Merchant's reference, carried by the event
    /// @param authR `r` of the token's authorization
    /// @param authVS `s` of the token's authorization, with `v - 27` in the top bit
    /// @param intentR `r` of the payment intent
    /// @param intentVS `s` of the payment intent, with `v - 27` in the top bit
    struct Item {
        address from;
        uint128 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
        bytes32 authR;
        bytes32 authVS;
        bytes32 intentR;
        bytes32 intentVS;
    }

    /// @notice Payments of a batch that share merchant and token and are paid out in one transfer.
    struct Group {
        uint256 merchantId;
        address token;
        Item[] items;
    }

    /// @notice Payments of a batch with one signature each, which share merchant and token and are paid out in one
    /// transfer.
    /// @param items 140 bytes for each payment, without any padding: payer 20, amount 8, validBefore 4, salt 12, ref 32,
    /// signature 64 (`r`, then `s` with `v - 27` in the top bit, EIP-2098). `validAfter` is 0. What does not fit these
    /// widths goes alone through `payTerms`.
    struct TermsGroup {
        uint256 merchantId;
        address token;
        bytes items;
    }

    /// @notice What the `PaymentSettled` events have in common that follow this one; none do when all items failed.
    /// @param payout Account that received them, less the fees
    /// @param feeBps Platform fee in basis points
    /// @param by Account that submitted them
    event PaymentsRouted(
        address indexed registry,
        uint256 indexed merchantId,
        address indexed token,
        address payout,
        uint256 feeBps,
        address by
    );
    /// @notice A payment reached the merchant. Merchant, token, payout and fee are those of the `PaymentsRouted` before it.
    /// @param paymentId The EIP-712 digest of the payer's `PaymentTerms` or `PaymentIntent`
    /// @param ref Merchant's reference
    /// @param amount Gross amount, smallest unit
    event PaymentSettled(
        address indexed registry, bytes32 indexed paymentId, bytes32 indexed ref, address payer, uint256 amount
    );
    /// @notice An item of a batch did not settle; nobody was debited for it.
    /// @dev A diagnostic only. Anyone can cause it for any payment, and the same item may still settle later.
    /// @param paymentId What the item's fields hash to; nothing proves that the payer signed it
    /// @param index Position of the item in its group
    /// @param reason The first 256 bytes of what the refusal reverted with; empty when the item used up its gas
    event PaymentFailed(
        address indexed registry, bytes32 indexed paymentId, uint256 indexed merchantId, uint256 index, bytes reason
    );
    /// @notice A whole group of a batch did not settle; nobody was debited for it.
    /// @dev A diagnostic only, like `PaymentFailed`.
    /// @param groupIndex Position of the group in the batch
    /// @param items How many items it had
    /// @param reason The first 256 bytes of what the refusal reverted with; empty when the group used up its gas
    event GroupFailed(
        address indexed registry,
        uint256 indexed merchantId,
        address indexed token,
        uint256 groupIndex,
        uint256 items,
        bytes reason
    );

    /// @notice The payer did not sign this registry, merchant, token, amount, reference and nonce.
    error InvalidIntent();
    /// @notice A payment of nothing.
    error ZeroAmount();
    /// @notice A group's packed items are no multiple of 140 bytes.
    error BadItemsLength(uint256 length);
    /// @notice A signature in bytes is longer than `MAX_SIGNATURE_BYTES`.
    error SignatureTooLong(uint256 length);
    /// @notice The batch has more than `MAX_BATCH_ITEMS` items.
    error BatchTooLarge(uint256 items);
    /// @notice Only this contract itself may call this.
    error OnlySelf();

    /// @notice Settles one payment with one signature. Anyone may submit it, the payer included.
    /// @dev Reverts with the errors above or the token's own text, `FiatTokenV2: invalid signature` when the payer did
    /// not sign these terms; then nothing has moved. An account with code is accepted where its code accepts the
    /// authorization as `r ‖ s ‖ v`; otherwise use `payTermsSigned`.
    /// @param terms What is paid
    /// @param authSig Signature of the token's `ReceiveWithAuthorization` (EIP-3009), to this contract, with `termsId`
    /// as its nonce
    /// @return id The payment's id, which is that nonce
    function payTerms(Terms calldata terms, Sig calldata authSig) external returns (bytes32 id);

    /// @notice Settles one payment with one signature of a smart-contract wallet or an account with an EIP-7702
    /// delegation.
    /// @dev The token checks the signature, by ERC-1271 where the payer has code. Reverts `SignatureTooLong`.
    /// @param terms What is paid
    /// @param authSig The signature as bytes, at most `MAX_SIGNATURE_BYTES`
    /// @return id The payment's id
    function payTermsSigned(Terms calldata terms, bytes calldata authSig) external returns (bytes32 id);

    /// @notice Settles up to `MAX_BATCH_ITEMS` payments with one signature each. A bad item or group never stops the
    /// others.
    /// @dev Reverts `BadItemsLength`, `BatchTooLarge`, and `InsufficientGas` or without a reason when the gas limit was
    /// too low: an out-of-gas must never pass for a failed payment. Send with at least `batchGasLimit`, never with an
    /// estimate.
    /// @param registry Registry that all the payers signed
    /// @param groups Payments by merchant and token
    /// @return okBitmaps One word per group; bit i is set when item i settled
    function settleTermsBatch(address registry, TermsGroup[] calldata groups)
        external
        returns (uint256[] memory okBitmaps);

    /// @notice Settles one payment with two signatures. Anyone may submit it, the payer included.
    /// @dev Reverts with the errors above or the token's own text; then nothing has moved. An account with code is
    /// accepted where its code accepts the authorization as `r ‖ s ‖ v`; otherwise use `paySigned`.
    /// @param payment What is paid
    /// @param authSig Signature of the token's `ReceiveWithAuthorization` (EIP-3009), to this contract
    /// @param intentSig Signature of the `PaymentIntent` (EIP-712)
    /// @return id The payment's id
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig) external returns (bytes32 id);

    /// @notice Settles one payment with two signatures of a smart-contract wallet or an account with an EIP-7702
    /// delegation.
    /// @dev The intent is checked by ECDSA first and then by ERC-1271; the authorization by the token. Reverts
    /// `SignatureTooLong`.
    /// @param payment What is paid
    /// @param authSig Signature of the token's `ReceiveWithAuthorization`, to this contract, as bytes of at most
    /// `MAX_SIGNATURE_BYTES`
    /// @param intentSig Signature of the `PaymentIntent`, likewise
    /// @return id The payment's id
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        returns (bytes32 id);

    /// @notice Settles up to `MAX_BATCH_ITEMS` payments with two signatures each. A bad item or group never stops the others.
    /// @dev Reverts `BatchTooLarge`, and `InsufficientGas` or without a reason when the gas limit was too low: an
    /// out-of-gas must never pass for a failed payment. Send with at least `batchGasLimit`, never with an estimate.
    /// @param registry Registry that all the payers signed
    /// @param groups Payments by merchant and token
    /// @return okBitmaps One word per group; bit i is set when item i settled
    function settleBatch(address registry, Group[] calldata groups) external returns (uint256[] memory okBitmaps);

    /// @notice Longest signature that is taken as bytes.
    function MAX_SIGNATURE_BYTES() external view returns (uint256);
}
