// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Payment intents
/// @notice What a payer signs besides the token's authorization: which merchant, token, amount and reference the
/// authorization with this nonce is for. Typed data by EIP-712, described on chain by ERC-5267.
abstract contract PaymentIntents is EIP712 {
    /// @notice EIP-712 type hash of the payment intent.
    bytes32 public constant PAYMENT_INTENT_TYPEHASH = keccak256(
        "PaymentIntent(address payer,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
    );

    constructor() EIP712("Stipend Payments", "1") {}

    /// @dev The EIP-712 digest of an intent, which is also the payment's id.
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param payer The payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param ref Merchant's reference
    /// @param nonce EIP-3009 nonce of the authorization
    function _intentDigest(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, bytes32 nonce)
        internal
        view
        returns (bytes32)
    {
        bytes32 typeHash = PAYMENT_INTENT_TYPEHASH;
        bytes32 structHash;
        // abi.encode would allocate new memory for each item of a batch.
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, typeHash)
            mstore(add(data, 0x20), payer)
            mstore(add(data, 0x40), merchantId)
            mstore(add(data, 0x60), token)
            mstore(add(data, 0x80), amount)
            mstore(add(data, 0xa0), ref)
            mstore(add(data, 0xc0), nonce)
            structHash := keccak256(data, 0xe0)
        }
        return _hashTypedDataV4(structHash);
    }

    /// @dev Whether `payer`'s key signed `digest`; low `s` only, `v` 27 or 28 (EIP-2).
    function _signedByKey(address payer, bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (bool) {
        (address signer,,) = ECDSA.tryRecover(digest, v, r, s);
        return signer == payer && signer != address(0);
    }

    /// @dev The same for a compact signature (EIP-2098).
    function _signedByKey(address payer, bytes32 digest, bytes32 r, bytes32 vs) internal pure returns (bool) {
        (address signer,,) = ECDSA.tryRecover(digest, r, vs);
        return signer == payer && signer != address(0);
    }

    /// @dev Whether `payer` signed `digest`, by its key or by its code (ERC-1271). The key comes first, because the
    /// code behind an EIP-7702 delegation may refuse what the account's own key signed.
    function _signed(address payer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (signer == payer && signer != address(0)) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(payer, digest, signature);
    }
}
