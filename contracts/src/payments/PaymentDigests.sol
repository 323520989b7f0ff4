// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {TypedDomain} from "../core/TypedDomain.sol";
import {IPaymentIds} from "./interfaces/IPaymentIds.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";
import {Frame, PaymentFrame} from "./PaymentFrame.sol";

/// @title What payers sign
/// @notice The two kinds of typed data (EIP-712), whose digests are the payments' ids.
abstract contract PaymentDigests is IPaymentProcessor, TypedDomain {
    /// @inheritdoc IPaymentIds
    bytes32 public constant PAYMENT_TERMS_TYPEHASH = keccak256(
        "PaymentTerms(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,uint96 salt)"
    );
    /// @inheritdoc IPaymentIds
    bytes32 public constant PAYMENT_INTENT_TYPEHASH = keccak256(
        "PaymentIntent(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
    );
    /// @inheritdoc IPaymentProcessor
    uint256 public constant MAX_SIGNATURE_BYTES = 2_048;

    constructor() TypedDomain("Stipend Payments") {}

    /// @inheritdoc IPaymentIds
    function termsId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        uint96 salt
    ) external view returns (bytes32) {
        return _termsFrame(registry, merchantId, token).digest(payer, amount, ref, salt);
    }

    /// @inheritdoc IPaymentIds
    function paymentId(
        address registry,
        uint256 merchantId,
        address token,
        address payer,
        uint256 amount,
        bytes32 ref,
        bytes32 nonce
    ) external view returns (bytes32) {
        return _intentFrame(registry, merchantId, token).digest(payer, amount, ref, uint256(nonce));
    }

    /// @dev A frame for payments with one signature.
    function _termsFrame(address registry, uint256 merchantId, address token) internal view returns (Frame) {
        return PaymentFrame.open(PAYMENT_TERMS_TYPEHASH, _domainSeparator(), registry, merchantId, token);
    }

    /// @dev A frame for payments with two signatures.
    function _intentFrame(address registry, uint256 merchantId, address token) internal view returns (Frame) {
        return PaymentFrame.open(PAYMENT_INTENT_TYPEHASH, _domainSeparator(), registry, merchantId, token);
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

    /// @dev Reverts `SignatureTooLong` above `MAX_SIGNATURE_BYTES`.
    function _requireShort(bytes calldata signature) internal pure {
        if (signature.length > MAX_SIGNATURE_BYTES) revert SignatureTooLong(signature.length);
    }
}
