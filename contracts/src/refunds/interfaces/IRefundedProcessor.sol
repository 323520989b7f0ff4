// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title What a refund asks a payment processor
interface IRefundedProcessor {
    /// @notice Merchants and their accounts.
    function registry() external view returns (address);
    /// @notice The first supported token.
    function usdc() external view returns (address);
    /// @notice The second supported token; zero where the chain has none.
    function eurc() external view returns (address);

    /// @notice The id of a payment with two signatures: the EIP-712 digest of its `PaymentIntent`.
    function paymentId(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, bytes32 nonce)
        external
        view
        returns (bytes32);

    /// @notice The id of a payment with one signature: the EIP-712 digest of its `PaymentTerms`, and the EIP-3009 nonce
    /// that its payer signed.
    function termsId(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, uint96 salt)
        external
        view
        returns (bytes32);
}
