// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {IRefundedProcessor} from "./interfaces/IRefundedProcessor.sol";
import {IRefundManager} from "./interfaces/IRefundManager.sol";

/// @title Refund manager
/// @notice Sends refunds from a merchant's account to the payer of a payment. Has no owner and cannot be upgraded.
/// @dev Ids are asked of the processor: they are in its EIP-712 domain, and those of another processor never fit.
contract RefundManager is IRefundManager, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IRefundManager
    IRefundedProcessor public immutable processor;

    /// @inheritdoc IRefundManager
    mapping(bytes32 paymentId => uint256) public refunded;
    /// @inheritdoc IRefundManager
    mapping(address registry => mapping(uint256 merchantId => mapping(bytes32 refundRef => bool))) public refundRefUsed;

    /// @param paymentProcessor Deployed processor
    constructor(IRefundedProcessor paymentProcessor) {
        if (address(paymentProcessor).code.length == 0) revert InvalidConfiguration();
        processor = paymentProcessor;
    }

    /// @inheritdoc IRefundManager
    function refundPayment(PaymentProof calldata proof, uint256 amount, bytes32 refundRef)
        external
        nonReentrant
        returns (uint256 cumulative)
    {
        (, cumulative) = _book(proof, amount, refundRef, msg.sender);
        IERC20(proof.token).safeTransferFrom(msg.sender, proof.payer, amount);
    }

    /// @inheritdoc IRefundManager
    function refundPaymentWithAuthorization(
        PaymentProof calldata proof,
        uint256 amount,
        bytes32 refundRef,
        Auth calldata auth
    ) external nonReentrant returns (uint256 cumulative) {
        bytes32 paymentId;
        (paymentId, cumulative) = _book(proof, amount, refundRef, auth.from);
        IFiatToken(proof.token)
            .receiveWithAuthorization(
                auth.from,
                address(this),
                amount,
                auth.validAfter,
                auth.validBefore,
                refundNonce(paymentId, refundRef),
                auth.signature
            );
        IERC20(proof.token).safeTransfer(proof.payer, amount);
    }

    /// @inheritdoc IRefundManager
    function refundNonce(bytes32 paymentId, bytes32 refundRef) public pure returns (bytes32) {
        return keccak256(abi.encode(paymentId, refundRef));
    }

    /// @dev Checks a refund and writes it down, before any money moves.
    /// @param from The account that pays
    function _book(PaymentProof calldata proof, uint256 amount, bytes32 refundRef, address from)
        private
        returns (bytes32 paymentId, uint256 cumulative)
    {
        _requireMerchant(proof.registry, proof.merchantId, from);
        paymentId = _provenId(proof);
        if (amount == 0) revert ZeroAmount();
        uint256 refundable = proof.amount - refunded[paymentId];
        if (amount > refundable) revert RefundExceedsPayment(amount, refundable);
        mapping(bytes32 => bool) storage used = refundRefUsed[proof.registry][proof.merchantId];
        if (used[refundRef]) revert RefundRefUsed(proof.merchantId, refundRef);
        cumulative = proof.amount - refundable + amount;
        refunded[paymentId] = cumulative;
        used[refundRef] = true;
        _tell(proof, paymentId, from, amount, cumulative, refundRef);
    }

    function _tell(
        PaymentProof calldata proof,
        bytes32 paymentId,
        address from,
        uint256 amount,
        uint256 cumulative,
        bytes32 refundRef
    ) private {
        emit PaymentRefunded(
            proof.registry, paymentId, proof.payer, proof.merchantId, from, proof.token, amount, cumulative, refundRef
        );
    }

    /// @dev Reverts `NotMerchant` unless `account` is the owner or the payout. The status does not matter: a closed
    /// merchant still refunds.
    function _requireMerchant(address registry, uint256 merchantId, address account) private view {
        (address owner, address payout) = RegistryCalls.accounts(registry, merchantId);
        if (account != owner && account != payout) revert NotMerchant(merchantId, account);
    }

    /// @dev The id of a payment whose payer agreed to it and used its nonce up.
    function _provenId(PaymentProof calldata proof) private view returns (bytes32 id) {
        bytes32 nonce;
        if (proof.kind == ProofKind.Terms) {
            id = processor.termsId(
                proof.registry, proof.merchantId, proof.token, proof.payer, proof.amount, proof.ref, proof.salt
            );
            nonce = id;
        } else {
            id = processor.paymentId(
                proof.registry, proof.merchantId, proof.token, proof.payer, proof.amount, proof.ref, proof.nonce
            );
            nonce = proof.nonce;
            if (!_signed(proof.payer, id, proof.intentSignature)) revert InvalidIntent();
        }
        if (!IFiatToken(proof.token).authorizationState(proof.payer, nonce)) revert NotSettled(id);
    }

    /// @dev Whether `payer` signed `digest`, by its key or by its code (ERC-1271). The key comes first, because the
    /// code behind an EIP-7702 delegation may refuse what the account's own key signed.
    function _signed(address payer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (signer == payer && signer != address(0)) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(payer, digest, signature);
    }
}
