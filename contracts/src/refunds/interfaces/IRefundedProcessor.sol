// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title What a refund asks a payment processor
interface IRefundedProcessor {
    /// @notice The id of a payment with two signatures: the EIP-712 digest of its `PaymentIntent`.
    function paymentId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        bytes32 nonce
    ) external view returns (bytes32);

    /// @notice The id of a payment with one signature: the EIP-712 digest of its `PaymentTerms`, and the EIP-3009 nonce
    /// that its payer signed.
    function termsId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        uint96 salt
    ) external view returns (bytes32);
}
