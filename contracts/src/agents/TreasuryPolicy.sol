// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";
import {SpendBook} from "./SpendBook.sol";
import {TreasuryIdentity} from "./TreasuryIdentity.sol";

/// @title What an agent may do by itself
abstract contract TreasuryPolicy is SpendBook, TreasuryIdentity, ReentrancyGuardTransient {
    /// @dev A token's rate and reserve in one slot.
    struct Rate {
        uint64 unitsPerCent;
        uint128 reserve;
    }

    /// @inheritdoc IAgentTreasury
    mapping(address token => Rate) public tokenPolicy;
    /// @inheritdoc IAgentTreasury
    mapping(address vendor => bool) public isVendor;
    Policy internal _policy;

    /// @inheritdoc IAgentTreasury
    function setPolicy(Policy calldata newPolicy, TokenPolicy[] calldata tokens) external nonReentrant onlyOwner {
        _setPolicy(newPolicy);
        (address registry_, uint256 merchantId_) = _merchant();
        for (uint256 i = 0; i < tokens.length; ++i) {
            TokenPolicy calldata given = tokens[i];
            if (given.token == address(0)) revert UnpricedToken(address(0));
            tokenPolicy[given.token] = Rate(given.unitsPerCent, given.reserve);
            emit TokenPolicySet(registry_, merchantId_, given.token, given.unitsPerCent, given.reserve);
        }
    }

    /// @inheritdoc IAgentTreasury
    function setAgent(address agent) external nonReentrant onlyOwner {
        Policy memory changed = _policy;
        changed.agent = agent;
        _setPolicy(changed);
    }

    /// @inheritdoc IAgentTreasury
    function setVendor(address vendor, bool isListed) external nonReentrant onlyOwner {
        _setVendor(vendor, isListed);
    }

    /// @inheritdoc IAgentTreasury
    function setVendors(address[] calldata vendors, bool isListed) external nonReentrant onlyOwner {
        for (uint256 i = 0; i < vendors.length; ++i) {
            _setVendor(vendors[i], isListed);
        }
    }

    /// @inheritdoc IAgentTreasury
    function resetSpend() external nonReentrant onlyOwner {
        _resetSpend();
        (address registry_, uint256 merchantId_) = _merchant();
        emit SpendReset(registry_, merchantId_);
    }

    /// @inheritdoc IAgentTreasury
    function policy() external view returns (Policy memory) {
        return _policy;
    }

    /// @inheritdoc IAgentTreasury
    function centsOf(address token, uint256 amount) public view returns (uint256) {
        uint256 unitsPerCent = tokenPolicy[token].unitsPerCent;
        if (unitsPerCent == 0) revert UnpricedToken(token);
        return Math.ceilDiv(amount, unitsPerCent);
    }

    /// @dev The first part of the policy that a sound order is outside of.
    /// @param cents What it counts for
    function _holdOf(JobOrder memory order, uint256 cents) internal view returns (Hold) {
        Policy memory limits = _policy;
        if (cents > limits.approvalThresholdCents) return Hold.Threshold;
        if (!isVendor[order.vendor]) return Hold.Vendor;
        if (order.evaluator != address(this) && order.evaluator != limits.evaluator) return Hold.Evaluator;
        if (vendorSpentCents(order.vendor) + cents > limits.vendorDailyCents) return Hold.VendorDay;
        if (spentCents() + cents > limits.monthlyCapCents) return Hold.Month;
        if (!_leavesReserve(order)) return Hold.Reserve;
        return Hold.None;
    }

    /// @dev Reverts when an order that the owner approves is over the cap, or would leave less than the reserve.
    function _requireWithinCap(JobOrder memory order, uint256 cents) internal view {
        uint256 spent = spentCents();
        uint256 cap = _policy.monthlyCapCents;
        if (spent + cents > cap) revert MonthlyCapExceeded(spent, cents, cap);
        if (_leavesReserve(order)) return;
        revert ReserveBreached(_balanceOf(order.token), order.amount, tokenPolicy[order.token].reserve);
    }

    function _leavesReserve(JobOrder memory order) private view returns (bool) {
        return _balanceOf(order.token) >= order.amount + tokenPolicy[order.token].reserve;
    }

    function _balanceOf(address token) private view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }

    function _setPolicy(Policy memory changed) private {
        if (changed.agent != address(0) && changed.agent == changed.evaluator) revert InvalidPolicy();
        _policy = changed;
        (address registry_, uint256 merchantId_) = _merchant();
        emit PolicySet(registry_, merchantId_, changed);
    }

    function _setVendor(address vendor, bool isListed) private {
        isVendor[vendor] = isListed;
        (address registry_, uint256 merchantId_) = _merchant();
        emit VendorSet(registry_, merchantId_, vendor, isListed);
    }
}
