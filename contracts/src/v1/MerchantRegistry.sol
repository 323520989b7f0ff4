// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";

/// @title Merchant registry
/// @notice Holds who may be paid, where and for which fee. It never holds money and cannot be upgraded.
/// @dev Powers are split: the operator can admit, price, suspend and close, but can never change an owner or a
/// payout address; an owner can do only that. Everything that a payment reads shares one storage slot.
contract MerchantRegistry is IMerchantRegistry {
    /// @dev `payout`, `feeBps`, `status` and `settleUntil` fill 232 bits of one slot.
    struct Route {
        address payout;
        uint16 feeBps;
        Status status;
        uint48 settleUntil;
    }

    /// @inheritdoc IMerchantRegistry
    uint16 public constant MAX_FEE_BPS = 300;
    /// @inheritdoc IMerchantRegistry
    uint48 public constant MAX_SETTLE_AHEAD = 130 days;

    /// @inheritdoc IMerchantRegistry
    address public operator;
    /// @inheritdoc IMerchantRegistry
    address public pendingOperator;
    /// @inheritdoc IMerchantRegistry
    uint256 public count;

    mapping(uint256 merchantId => Route) private _routes;
    mapping(uint256 merchantId => address) private _owners;
    mapping(uint256 merchantId => address) private _pendingOwners;

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    modifier onlyOwner(uint256 merchantId) {
        if (msg.sender != _owners[merchantId]) revert NotOwner(merchantId);
        _;
    }

    /// @param initialOperator Account that admits merchants
    constructor(address initialOperator) {
        if (initialOperator == address(0)) revert ZeroAddress();
        operator = initialOperator;
        emit OperatorTransferred(address(0), initialOperator);
    }

    /// @inheritdoc IMerchantRegistry
    function register(address owner, address payout, uint16 feeBps, bytes32 metadataHash)
        external
        onlyOperator
        returns (uint256 merchantId)
    {
        if (owner == address(0) || payout == address(0)) revert ZeroAddress();
        _requireFeeAllowed(feeBps);
        merchantId = ++count;
        _owners[merchantId] = owner;
        _routes[merchantId] = Route({payout: payout, feeBps: feeBps, status: Status.Active, settleUntil: 0});
        emit MerchantRegistered(merchantId, owner, payout, feeBps, metadataHash);
    }

    /// @inheritdoc IMerchantRegistry
    function setPayout(uint256 merchantId, address payout) external onlyOwner(merchantId) {
        if (payout == address(0)) revert ZeroAddress();
        address previous = _routes[merchantId].payout;
        _routes[merchantId].payout = payout;
        emit PayoutUpdated(merchantId, previous, payout);
    }

    /// @inheritdoc IMerchantRegistry
    function transferOwnership(uint256 merchantId, address newOwner) external onlyOwner(merchantId) {
        if (newOwner == address(0)) revert ZeroAddress();
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
        Status status = _requireKnown(merchantId);
        if (status == Status.Closed) revert BadStatus(status);
        _routes[merchantId].feeBps = feeBps;
        emit FeeUpdated(merchantId, feeBps);
    }

    /// @inheritdoc IMerchantRegistry
    function suspend(uint256 merchantId, uint48 settleUntil) external onlyOperator {
        Status status = _requireKnown(merchantId);
        if (status == Status.Suspended) return;
        if (status != Status.Active) revert BadStatus(status);
        uint48 latest = uint48(block.timestamp) + MAX_SETTLE_AHEAD;
        if (settleUntil > latest) revert SettleUntilTooFar(settleUntil, latest);
        _routes[merchantId].status = Status.Suspended;
        _routes[merchantId].settleUntil = settleUntil;
        emit MerchantSuspended(merchantId, settleUntil);
    }

    /// @inheritdoc IMerchantRegistry
    function reactivate(uint256 merchantId) external onlyOperator {
        Status status = _requireKnown(merchantId);
        if (status != Status.Suspended) revert BadStatus(status);
        _routes[merchantId].status = Status.Active;
        _routes[merchantId].settleUntil = 0;
        emit MerchantReactivated(merchantId);
    }

    /// @inheritdoc IMerchantRegistry
    function close(uint256 merchantId) external onlyOperator {
        Status status = _requireKnown(merchantId);
        if (status == Status.Closed) revert BadStatus(status);
        _routes[merchantId].status = Status.Closed;
        _routes[merchantId].settleUntil = 0;
        emit MerchantClosed(merchantId);
    }

    /// @inheritdoc IMerchantRegistry
    function transferOperator(address newOperator) external onlyOperator {
        pendingOperator = newOperator;
        emit OperatorTransferStarted(msg.sender, newOperator);
    }

    /// @inheritdoc IMerchantRegistry
    function acceptOperator() external {
        if (msg.sender != pendingOperator) revert NotPendingOperator();
        address previous = operator;
        delete pendingOperator;
        operator = msg.sender;
        emit OperatorTransferred(previous, msg.sender);
    }

    /// @inheritdoc IMerchantRegistry
    function route(uint256 merchantId) external view returns (address payout, uint256 feeBps) {
        Route memory current = _routes[merchantId];
        bool settles = current.status == Status.Active
            || (current.status == Status.Suspended && block.timestamp < current.settleUntil);
        if (settles) return (current.payout, current.feeBps);
    }

    /// @inheritdoc IMerchantRegistry
    function get(uint256 merchantId) external view returns (Merchant memory) {
        _requireKnown(merchantId);
        Route memory current = _routes[merchantId];
        return Merchant({
            owner: _owners[merchantId],
            pendingOwner: _pendingOwners[merchantId],
            payout: current.payout,
            feeBps: current.feeBps,
            status: current.status,
            settleUntil: current.settleUntil
        });
    }

    /// @inheritdoc IMerchantRegistry
    function ownerOf(uint256 merchantId) external view returns (address) {
        _requireKnown(merchantId);
        return _owners[merchantId];
    }

    /// @dev Reverts `UnknownMerchant` for an id that was never given out.
    function _requireKnown(uint256 merchantId) private view returns (Status status) {
        status = _routes[merchantId].status;
        if (status == Status.None) revert UnknownMerchant(merchantId);
    }

    /// @dev Reverts `FeeTooHigh` above the cap. `feeBps` is in basis points.
    function _requireFeeAllowed(uint16 feeBps) private pure {
        if (feeBps > MAX_FEE_BPS) revert FeeTooHigh(feeBps, MAX_FEE_BPS);
    }
}
