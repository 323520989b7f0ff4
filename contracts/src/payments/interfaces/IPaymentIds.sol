// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Ids of payments
/// @notice A payment's id is the EIP-712 digest of what its payer agreed to, in the processor's domain ("Stipend
/// Payments", "1", chain id, processor). The two kinds have type hashes of their own and never share an id.
interface IPaymentIds {
    /// @notice The id of a payment with one signature: the EIP-712 digest of `PaymentTerms`, and the EIP-3009 nonce that
    /// the payer signs.
    /// @param registry Registry that says where the merchant is paid
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param payer The payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param ref Merchant's reference
    /// @param salt Tells payments apart that are otherwise equal
    function termsId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        uint96 salt
    ) external view returns (bytes32);

    /// @notice The id of a payment with two signatures: the EIP-712 digest that the payer signs as `PaymentIntent`.
    /// @param registry Registry that says where the merchant is paid
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param payer The payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param ref Merchant's reference
    /// @param nonce EIP-3009 nonce of the authorization
    function paymentId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        bytes32 nonce
    ) external view returns (bytes32);

    /// @notice EIP-712 type hash of a payment with one signature; its digest is the authorization's nonce.
    function PAYMENT_TERMS_TYPEHASH() external view returns (bytes32);

    /// @notice EIP-712 type hash of the intent that is signed beside an authorization with any nonce.
    function PAYMENT_INTENT_TYPEHASH() external view returns (bytes32);
}
