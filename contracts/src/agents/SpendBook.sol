// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";

/// @title What a treasury has spent
/// @notice Counts cents by day (UTC): all of them for the month, and each vendor's for its day.
/// @dev Nothing is ever taken off: money that comes back was spent all the same.
abstract contract SpendBook is IAgentTreasury {
    /// @dev Any 30 days touch 31 calendar days at the most.
    uint256 private constant MONTH_DAYS = 31;
    /// @dev Days in a slot, 64 bits each: the month's cap fits in 64 bits, and so does every day within it.
    uint256 private constant DAYS_PER_SLOT = 4;

    /// @dev How often the month was reset; what was spent under another number counts no more.
    uint256 private _resets;
    mapping(uint256 resets => mapping(uint256 index => uint256)) private _days;
    /// @dev Day in the upper 64 bits, cents of that day in the others.
    mapping(address vendor => uint256) private _vendorDay;

    /// @inheritdoc IAgentTreasury
    function spentCents() public view returns (uint256 sum) {
        uint256 today = _today();
        uint256 day = today < MONTH_DAYS ? 0 : today - MONTH_DAYS + 1;
        mapping(uint256 => uint256) storage slots = _days[_resets];
        for (; day <= today; ++day) {
            sum += uint64(slots[day / DAYS_PER_SLOT] >> _shiftOf(day));
        }
    }

    /// @inheritdoc IAgentTreasury
    function vendorSpentCents(address vendor) public view returns (uint256) {
        uint256 stored = _vendorDay[vendor];
        return stored >> 192 == _today() ? uint192(stored) : 0;
    }

    /// @dev Counts a job. The caller has made sure that the month with it is below 2^64.
    function _spend(address vendor, uint256 cents) internal {
        uint256 today = _today();
        _days[_resets][today / DAYS_PER_SLOT] += cents << _shiftOf(today);
        _vendorDay[vendor] = today << 192 | vendorSpentCents(vendor) + cents;
    }

    function _resetSpend() internal {
        ++_resets;
    }

    function _today() private view returns (uint256) {
        return block.timestamp / 1 days;
    }

    function _shiftOf(uint256 day) private pure returns (uint256) {
        return day % DAYS_PER_SLOT * 64;
    }
}
