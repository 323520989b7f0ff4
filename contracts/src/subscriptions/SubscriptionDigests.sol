// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {TypedDomain} from "../core/TypedDomain.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";

/// @title What payers sign for subscriptions (EIP-712)
abstract contract SubscriptionDigests is ISubscriptionManager, TypedDomain {
    /// @notice Type hash of the intent; its fields are those of `SubscriptionTerms`, in their order.
    bytes32 public constant SUBSCRIPTION_INTENT_TYPEHASH = keccak256(
        "SubscriptionIntent(address payer,address registry,uint256 merchantId,address token,uint256 amount,uint256 interval,uint256 startAt,uint256 endAt,uint256 permitValue,uint256 permitDeadline,uint256 permitNonce,bytes32 ref)"
    );
    /// @notice Type hash of what `cancelBySig` takes.
    bytes32 public constant CANCEL_SUBSCRIPTION_TYPEHASH =
        keccak256("CancelSubscription(bytes32 subscriptionId,uint256 deadline)");
    /// @inheritdoc ISubscriptionManager
    uint256 public constant MAX_SIGNATURE_BYTES = 2_048;

    constructor() TypedDomain("Stipend Subscriptions") {}

    /// @inheritdoc ISubscriptionManager
    function subscriptionId(SubscriptionTerms calldata terms) public view returns (bytes32) {
        return _typedDigest(keccak256(abi.encode(SUBSCRIPTION_INTENT_TYPEHASH, terms)));
    }

    function _cancelDigest(bytes32 id, uint256 deadline) internal view returns (bytes32) {
        return _typedDigest(keccak256(abi.encode(CANCEL_SUBSCRIPTION_TYPEHASH, id, deadline)));
    }

    function _signedByKey(address payer, bytes32 digest, Sig calldata sig) internal pure returns (bool) {
        (address signer,,) = ECDSA.tryRecover(digest, sig.v, sig.r, sig.s);
        return signer == payer && signer != address(0);
    }

    /// @dev By key or by code (ERC-1271). The key comes first, because the code behind an EIP-7702 delegation may refuse
    /// what the account's own key signed.
    function _signed(address payer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (signer == payer && signer != address(0)) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(payer, digest, signature);
    }

    function _requireShort(bytes calldata signature) internal pure {
        if (signature.length > MAX_SIGNATURE_BYTES) revert SignatureTooLong(signature.length);
    }
}
