// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {IRefundManager} from "../refunds/interfaces/IRefundManager.sol";
import {ISubscriptionManager} from "../subscriptions/interfaces/ISubscriptionManager.sol";
import {IChargeRefundManager} from "./interfaces/IChargeRefundManager.sol";

/// @title Charge refund manager
/// @notice Sends refunds of a subscription's charges from a merchant's account to the payer. Has no owner and cannot be
/// upgraded.
/// @dev Ids are asked of the subscription manager: they are in its EIP-712 domain, and those of another one never fit.
contract ChargeRefundManager is IChargeRefundManager, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev A refund that is written down: the fields of its event.
    struct Booked {
        bytes32 id;
        address registry;
        uint256 merchantId;
        address payer;
        uint256 period;
        uint256 number;
        address from;
        address token;
        uint256 amount;
        uint256 ofPeriod;
        uint256 total;
        bytes32 refundRef;
    }

    /// @dev The most that the subscription manager keeps of a cap.
    uint256 private constant MAX_CAP = type(uint96).max;

    /// @inheritdoc IChargeRefundManager
    ISubscriptionManager public immutable subscriptions;

    /// @inheritdoc IChargeRefundManager
    mapping(bytes32 subscriptionId => uint256) public refunded;
    /// @inheritdoc IChargeRefundManager
    mapping(bytes32 subscriptionId => mapping(uint256 period => uint256)) public refundedOfPeriod;
    /// @inheritdoc IChargeRefundManager
    mapping(address registry => mapping(uint256 merchantId => mapping(bytes32 refundRef => bool))) public refundRefUsed;

    /// @param subscriptionManager Deployed subscription manager
    constructor(ISubscriptionManager subscriptionManager) {
        if (address(subscriptionManager).code.length == 0) revert InvalidConfiguration();
        subscriptions = subscriptionManager;
    }

    /// @inheritdoc IChargeRefundManager
    function refundCharge(ChargeProof calldata proof, uint256 amount, bytes32 refundRef)
        external
        nonReentrant
        returns (uint256 ofPeriod)
    {
        Booked memory booked = _book(proof, amount, refundRef, msg.sender);
        IERC20(booked.token).safeTransferFrom(msg.sender, booked.payer, amount);
        return booked.ofPeriod;
    }

    /// @inheritdoc IChargeRefundManager
    function refundChargeWithAuthorization(
        ChargeProof calldata proof,
        uint256 amount,
        bytes32 refundRef,
        IRefundManager.Auth calldata auth
    ) external nonReentrant returns (uint256 ofPeriod) {
        Booked memory booked = _book(proof, amount, refundRef, auth.from);
        IFiatToken(booked.token)
            .receiveWithAuthorization(
                auth.from,
                address(this),
                amount,
                auth.validAfter,
                auth.validBefore,
                refundNonce(booked.id, proof.period, proof.number, refundRef),
                auth.signature
            );
        IERC20(booked.token).safeTransfer(booked.payer, amount);
        return booked.ofPeriod;
    }

    /// @inheritdoc IChargeRefundManager
    function refundNonce(bytes32 subscriptionId, uint256 period, uint256 number, bytes32 refundRef)
        public
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(subscriptionId, period, number, refundRef));
    }

    /// @dev Checks a refund and writes it down, before any money moves.
    /// @param from The account that pays
    function _book(ChargeProof calldata proof, uint256 amount, bytes32 refundRef, address from)
        private
        returns (Booked memory booked)
    {
        bytes32 id = subscriptions.subscriptionId(proof.terms);
        ISubscriptionManager.Subscription memory subscription = subscriptions.get(id);
        if (subscription.payer == address(0)) revert NotEnrolled(id);
        uint256 merchantId = subscription.merchantId;
        _requireMerchant(subscription.registry, merchantId, from);
        if (amount == 0) revert ZeroAmount();
        uint256 refundable = _refundable(id, subscription, proof);
        if (amount > refundable) revert RefundExceedsCharges(amount, refundable);
        mapping(bytes32 => bool) storage used = refundRefUsed[subscription.registry][merchantId];
        if (used[refundRef]) revert RefundRefUsed(merchantId, refundRef);
        used[refundRef] = true;
        (booked.id, booked.registry, booked.merchantId) = (id, subscription.registry, merchantId);
        booked.payer = subscription.payer;
        (booked.period, booked.number) = (proof.period, proof.number);
        (booked.from, booked.token, booked.amount) = (from, subscription.token, amount);
        booked.refundRef = refundRef;
        _count(booked);
    }

    /// @dev Adds a refund to what has gone back, and tells of it.
    function _count(Booked memory booked) private {
        booked.total = refunded[booked.id] += booked.amount;
        booked.ofPeriod = refundedOfPeriod[booked.id][booked.period] += booked.amount;
        emit ChargeRefunded(
            booked.registry,
            booked.id,
            booked.payer,
            booked.merchantId,
            booked.period,
            booked.number,
            booked.from,
            booked.token,
            booked.amount,
            booked.ofPeriod,
            booked.total,
            booked.refundRef
        );
    }

    /// @dev Reverts `NotMerchant` unless `account` is the owner or the payout. The status does not matter: a closed
    /// merchant still refunds.
    function _requireMerchant(address registry, uint256 merchantId, address account) private view {
        (address owner, address payout) = RegistryCalls.accounts(registry, merchantId);
        if (account != owner && account != payout) revert NotMerchant(merchantId, account);
    }

    /// @dev What is left of what was charged: altogether, and for the period. Neither ever shrinks below what has gone
    /// back of it, because nothing that was charged is ever taken off.
    function _refundable(bytes32 id, ISubscriptionManager.Subscription memory subscription, ChargeProof calldata proof)
        private
        view
        returns (uint256)
    {
        uint256 charged = _capOf(subscription, proof.terms.permitValue) - subscription.remaining;
        uint256 ofPeriod = subscription.amount;
        if (proof.period >= subscription.period) {
            if (proof.period > subscription.period || proof.number >= subscription.number) {
                revert NotCharged(id, proof.period, proof.number);
            }
            ofPeriod = subscription.periodCharged;
        }
        return Math.min(charged - refunded[id], ofPeriod - refundedOfPeriod[id][proof.period]);
    }

    /// @dev The cap with which the payer enrolled, as the subscription manager reckons it.
    function _capOf(ISubscriptionManager.Subscription memory subscription, uint256 permitValue)
        private
        pure
        returns (uint256 cap)
    {
        cap = Math.min(permitValue, MAX_CAP);
        if (subscription.endAt == 0) return cap;
        uint256 periods = Math.ceilDiv(subscription.endAt - subscription.startAt, subscription.interval);
        return Math.min(cap, subscription.amount * periods);
    }
}
