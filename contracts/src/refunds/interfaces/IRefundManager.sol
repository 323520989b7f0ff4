// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../core/interfaces/IRegistryAnswers.sol";
import {IRefundedProcessor} from "./IRefundedProcessor.sol";

/// @title Refunds of payments
/// @notice A merchant's own account sends money back to the payer of a payment, to nobody else, and never more than the
/// payer signed.
/// @dev Belongs to one processor. Has no owner, cannot be upgraded, and holds nothing between transactions. Who a merchant
/// is says the registry that the payer signed.
///
/// The processor stores nothing per payment, so a refund brings the proof: what the payer signed. Of a payment with
/// two signatures that is the `PaymentIntent` with the payer's signature (ECDSA, then ERC-1271); of one with one
/// signature the terms and the salt, whose digest is a nonce that only the payer can use up. In both cases the token
/// must say that the payer's nonce is used, so that a payment that can still settle cannot be refunded.
///
/// What that does not prove is that the payment settled: a payer can use up a nonce by cancelling it, or on a transfer
/// elsewhere. It proves the payer's consent, the destination and the most that may go back. The one who could be
/// deceived is the merchant who sends the refund, so whoever keeps books takes the proof of a payment that settled, and
/// counts a refund only for such a one.
interface IRefundManager is IRegistryAnswers {
    /// @notice How a payment was signed.
    enum ProofKind {
        Intent,
        Terms
    }

    /// @notice What the payer agreed to.
    /// @param kind `Intent` for a payment with two signatures, `Terms` for one with one
    /// @param registry Registry that the payer signed
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param payer The payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param ref Merchant's reference
    /// @param nonce EIP-3009 nonce of the authorization; of `Terms` it is not read, being the payment's id
    /// @param salt What told the payment apart from equal ones; of an `Intent` it is not read
    /// @param intentSignature The payer's signature of the `PaymentIntent`; of `Terms` it is not read
    struct PaymentProof {
        ProofKind kind;
        address registry;
        uint256 merchantId;
        address token;
        address payer;
        uint256 amount;
        bytes32 ref;
        bytes32 nonce;
        uint96 salt;
        bytes intentSignature;
    }

    /// @notice A signature of the token's `ReceiveWithAuthorization` (EIP-3009) over the refunded amount, to this
    /// contract, with `refundNonce` as its nonce.
    /// @param from The merchant's owner or payout account, which signed and pays
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param signature `r ‖ s ‖ v`, or what the account's code takes (ERC-1271)
    struct Auth {
        address from;
        uint256 validAfter;
        uint256 validBefore;
        bytes signature;
    }

    /// @notice Money of a payment went back to its payer.
    /// @param paymentId The payment's id, as `PaymentSettled` has it
    /// @param from The merchant's account that paid
    /// @param amount Smallest unit of `token`
    /// @param cumulative What has gone back of the payment, this refund included
    /// @param refundRef The merchant's own reference of the refund, used once
    event PaymentRefunded(
        address indexed registry,
        bytes32 indexed paymentId,
        address indexed payer,
        uint256 merchantId,
        address from,
        address token,
        uint256 amount,
        uint256 cumulative,
        bytes32 refundRef
    );

    /// @notice The account is neither the owner nor the payout of the payment's merchant.
    error NotMerchant(uint256 merchantId, address account);
    /// @notice The payer did not sign this intent, or its code does not say so any more.
    error InvalidIntent();
    /// @notice The payer's nonce is not used: the payment has not settled, and still can.
    error NotSettled(bytes32 paymentId);
    /// @notice A refund of nothing.
    error ZeroAmount();
    /// @notice More than is left of the payment; both smallest unit.
    error RefundExceedsPayment(uint256 requested, uint256 refundable);
    /// @notice The merchant has used this reference before.
    error RefundRefUsed(uint256 merchantId, bytes32 refundRef);
    /// @notice The processor has no code.
    error InvalidConfiguration();

    /// @notice Sends money back from the caller, who has approved this contract for it.
    /// @dev The caller is the owner or the payout of the payment's merchant, in every status of the merchant. Reverts with
    /// the errors above or the token's own text; then nothing has moved.
    /// @param proof What the payer signed
    /// @param amount Smallest unit of the payment's token
    /// @param refundRef The merchant's own reference of the refund
    /// @return cumulative What has gone back of the payment
    function refundPayment(PaymentProof calldata proof, uint256 amount, bytes32 refundRef)
        external
        returns (uint256 cumulative);

    /// @notice The same without an approval, by a signature of the merchant's account. Anyone may submit it: the
    /// signature binds payment, reference and amount.
    /// @dev The money passes through this contract within the call. A transfer straight to the payer could be submitted
    /// to the token by whoever sees it, first of all by the payer; the refund would then fail, count as not made, and be
    /// made twice. Only this contract can use an authorization to receive.
    /// @param proof What the payer signed
    /// @param amount Smallest unit of the payment's token
    /// @param refundRef The merchant's own reference of the refund
    /// @param auth The signature of the merchant's owner or payout account
    /// @return cumulative What has gone back of the payment
    function refundPaymentWithAuthorization(
        PaymentProof calldata proof,
        uint256 amount,
        bytes32 refundRef,
        Auth calldata auth
    ) external returns (uint256 cumulative);

    /// @notice What has gone back of a payment, smallest unit of its token.
    function refunded(bytes32 paymentId) external view returns (uint256);

    /// @notice Whether a merchant of a registry has used a reference.
    function refundRefUsed(address registry, uint256 merchantId, bytes32 refundRef) external view returns (bool);

    /// @notice The EIP-3009 nonce to sign for a refund without an approval: keccak256 of both.
    function refundNonce(bytes32 paymentId, bytes32 refundRef) external pure returns (bytes32);

    /// @notice The processor whose payments are refunded.
    function processor() external view returns (IRefundedProcessor);
}
