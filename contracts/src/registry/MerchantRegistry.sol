// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {AcceptedTokens} from "./AcceptedTokens.sol";
import {Keepers} from "./Keepers.sol";
import {OperatorRole} from "./OperatorRole.sol";
import {RegistryAdmin} from "./RegistryAdmin.sol";
import {ReservedPayouts} from "./ReservedPayouts.sol";
import {MerchantRoute, RouteSlot} from "./RouteSlot.sol";
import {TreasuryRole} from "./TreasuryRole.sol";

/// @title Merchant registry
/// @notice Holds who may be paid, where, in which tokens and for which fee, and who may charge. It never holds money and
/// cannot be upgraded.
/// @dev Powers are split: the operator can admit, price, suspend, close and make keepers, but can never change an owner, a
/// payout address or the treasury; an owner can change only payout and ownership; the treasury hands only itself over; the
/// admin can only name another operator or treasury, with notice, and add tokens and reserved addresses. What a payment
/// reads of a merchant shares one storage slot. A registration key makes `register` idempotent, and a raise of the fee is
/// announced 24 hours ahead.
contract MerchantRegistry is IMerchantRegistry, Keepers, TreasuryRole, AcceptedTokens {
    using RouteSlot for MerchantRoute;
    using RouteSlot for uint256;

    /// @inheritdoc IMerchantRegistry
    uint16 public constant MAX_FEE_BPS = 300;
    /// @inheritdoc IMerchantRegistry
    uint48 public constant MAX_SETTLE_AHEAD = 130 days;
    /// @inheritdoc IMerchantRegistry
    uint48 public constant FEE_RAISE_NOTICE = 24 hours;

    /// @inheritdoc IMerchantRegistry
    uint256 public count;

    /// @inheritdoc IMerchantRegistry
    mapping(bytes32 registrationKey => uint256) public idOf;
    mapping(uint256 merchantId => uint256 slot) private _routes;
    mapping(uint256 merchantId => address) private _owners;
    mapping(uint256 merchantId => address) private _pendingOwners;

    modifier onlyOwner(uint256 merchantId) {
        if (msg.sender != _owners[merchantId]) revert NotOwner(merchantId);
        _;
    }

    /// @param firstOperator Account that admits merchants
    /// @param firstTreasury Account that fees belong to
    /// @param coldAdmin Account that may announce other ones; neither of both
    /// @param tokens Tokens that merchants can be paid in
    /// @param reserved Accounts that are no merchant's payout, beside this contract and the treasury: those of the core
    constructor(
        address firstOperator,
        address firstTreasury,
        address coldAdmin,
        address[] memory tokens,
        address[] memory reserved
    )
        RegistryAdmin(coldAdmin)
        OperatorRole(firstOperator)
        ReservedPayouts(reserved)
        TreasuryRole(firstTreasury)
        AcceptedTokens(tokens)
    {
        if (coldAdmin == firstOperator || coldAdmin == firstTreasury) {
            revert InvalidConfiguration();
        }
    }

    /// @inheritdoc IMerchantRegistry
    function register(bytes32 registrationKey, address owner, address payout, uint16 feeBps, bytes32 metadataHash)
        external
        onlyOperator
        returns (uint256 merchantId)
    {
        if (registrationKey == bytes32(0)) revert ZeroRegistrationKey();
        merchantId = idOf[registrationKey];
        if (merchantId != 0) return merchantId;
        _requireAddress(owner);
        _requirePayout(payout);
        _requireFeeAllowed(feeBps);
        merchantId = ++count;
        idOf[registrationKey] = merchantId;
        _owners[merchantId] = owner;
        MerchantRoute memory route_;
        (route_.payout, route_.feeBps, route_.status) = (payout, feeBps, Status.Active);
        _routes[merchantId] = route_.pack();
        emit MerchantRegistered(merchantId, registrationKey, owner, payout, feeBps, metadataHash);
    }

    /// @inheritdoc IMerchantRegistry
    function setPayout(uint256 merchantId, address payout) external onlyOwner(merchantId) {
        _requirePayout(payout);
        MerchantRoute memory route_ = _routes[merchantId].unpack();
        address previous = route_.payout;
        route_.payout = payout;
        _routes[merchantId] = route_.pack();
        emit PayoutUpdated(merchantId, previous, payout);
    }

    /// @inheritdoc IMerchantRegistry
    function transferOwnership(uint256 merchantId, address newOwner) external onlyOwner(merchantId) {
        _requireAddress(newOwner);
        _pendingOwners[merchantId] = newOwner;
        emit OwnershipTransferStarted(merchantId, msg.sender, newOwner);
    }

    /// @inheritdoc IMerchantRegistry
    function acceptOwnership(uint256 merchantId) external {
        if (msg.sender != _pendingOwners[merchantId]) revert NotPendingOwner(merchantId);
        address previous = _owners[merchantId];
        delete _pendingOwners[merchantId];
        _owners[merchantId] = msg.sender;
        emit OwnershipTransferred(merchantId, previous, msg.sender);
    }

    /// @inheritdoc IMerchantRegistry
    function cancelOwnershipTransfer(uint256 merchantId) external onlyOwner(merchantId) {
        delete _pendingOwners[merchantId];
        emit OwnershipTransferStarted(merchantId, msg.sender, address(0));
    }

    /// @inheritdoc IMerchantRegistry
    function setFee(uint256 merchantId, uint16 feeBps) external onlyOperator {
        _requireFeeAllowed(feeBps);
        MerchantRoute memory route_ = _known(merchantId);
        if (route_.status == Status.Closed) revert BadStatus(route_.status);
        uint16 inForce = uint16(_routes[merchantId].feeBpsAt(block.timestamp));
        if (feeBps > inForce) {
            uint48 nextFeeAt = uint48(block.timestamp) + FEE_RAISE_NOTICE;
            (route_.feeBps, route_.nextFeeBps, route_.nextFeeAt) = (inForce, feeBps, nextFeeAt);
            emit FeeRaiseAnnounced(merchantId, inForce, feeBps, nextFeeAt);
        } else {
            (route_.feeBps, route_.nextFeeBps, route_.nextFeeAt) = (feeBps, 0, 0);
            emit FeeUpdated(merchantId, feeBps);
        }
        _routes[merchantId] = route_.pack();
    }

    /// @inheritdoc IMerchantRegistry
    function suspend(uint256 merchantId, uint48 settleUntil) external onlyOperator {
        MerchantRoute memory route_ = _known(merchantId);
        if (route_.status == Status.Suspended) return;
        if (route_.status != Status.Active) revert BadStatus(route_.status);
        uint48 latest = uint48(block.timestamp) + MAX_SETTLE_AHEAD;
        if (settleUntil > latest) revert SettleUntilTooFar(settleUntil, latest);
        _setStatus(merchantId, route_, Status.Suspended, settleUntil);
        emit MerchantSuspended(merchantId, settleUntil);
    }

    /// @inheritdoc IMerchantRegistry
    function reactivate(uint256 merchantId) external onlyOperator {
        MerchantRoute memory route_ = _known(merchantId);
        if (route_.status != Status.Suspended) revert BadStatus(route_.status);
        _setStatus(merchantId, route_, Status.Active, 0);
        emit MerchantReactivated(merchantId);
    }

    /// @inheritdoc IMerchantRegistry
    function close(uint256 merchantId) external onlyOperator {
        MerchantRoute memory route_ = _known(merchantId);
        if (route_.status == Status.Closed) revert BadStatus(route_.status);
        _setStatus(merchantId, route_, Status.Closed, 0);
        emit MerchantClosed(merchantId);
    }

    /// @inheritdoc IMerchantRegistry
    function route(uint256 merchantId, address token)
        external
        view
        returns (address payout, uint256 feeBps, bool isAccepted_)
    {
        isAccepted_ = isAccepted[token];
        uint256 slot = _routes[merchantId];
        if (slot.settlesAt(block.timestamp)) (payout, feeBps) = (slot.payout(), slot.feeBpsAt(block.timestamp));
    }

    /// @inheritdoc IMerchantRegistry
    function accounts(uint256 merchantId) external view returns (address owner, address payout) {
        return (_owners[merchantId], _routes[merchantId].payout());
    }

    /// @inheritdoc IMerchantRegistry
    function get(uint256 merchantId) external view returns (Merchant memory merchant) {
        MerchantRoute memory route_ = _known(merchantId);
        merchant.owner = _owners[merchantId];
        merchant.pendingOwner = _pendingOwners[merchantId];
        merchant.payout = route_.payout;
        merchant.feeBps = uint16(_routes[merchantId].feeBpsAt(block.timestamp));
        if (_routes[merchantId].raiseIsAheadAt(block.timestamp)) {
            (merchant.nextFeeBps, merchant.nextFeeAt) = (route_.nextFeeBps, route_.nextFeeAt);
        }
        merchant.status = route_.status;
        merchant.settleUntil = route_.settleUntil;
    }

    /// @inheritdoc IMerchantRegistry
    function ownerOf(uint256 merchantId) external view returns (address) {
        _known(merchantId);
        return _owners[merchantId];
    }

    /// @dev A merchant's stored route; reverts `UnknownMerchant` for an id that was never given out.
    function _known(uint256 merchantId) private view returns (MerchantRoute memory route_) {
        route_ = _routes[merchantId].unpack();
        if (route_.status == Status.None) revert UnknownMerchant(merchantId);
    }

    function _setStatus(uint256 merchantId, MerchantRoute memory route_, Status status, uint48 settleUntil) private {
        (route_.status, route_.settleUntil) = (status, settleUntil);
        _routes[merchantId] = route_.pack();
    }

    /// @dev Reverts `FeeTooHigh` above the cap. `feeBps` is in basis points.
    function _requireFeeAllowed(uint16 feeBps) private pure {
        if (feeBps > MAX_FEE_BPS) revert FeeTooHigh(feeBps, MAX_FEE_BPS);
    }
}
