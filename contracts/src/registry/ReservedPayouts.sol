// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IReservedPayouts} from "./interfaces/IReservedPayouts.sol";
import {RegistryAdmin} from "./RegistryAdmin.sol";

/// @title Addresses that are no merchant's payout
abstract contract ReservedPayouts is IReservedPayouts, RegistryAdmin {
    /// @inheritdoc IReservedPayouts
    mapping(address account => bool) public isReserved;

    /// @param reserved Contracts that payments and fees go through, and other accounts that are no merchant's payout
    constructor(address[] memory reserved) {
        _reserve(address(this));
        for (uint256 i = 0; i < reserved.length; ++i) {
            _reserve(reserved[i]);
        }
    }

    /// @inheritdoc IReservedPayouts
    function reserve(address account) external onlyAdmin {
        _reserve(account);
    }

    /// @dev Reserves an address, and tells of it once.
    function _reserve(address account) internal {
        _requireAddress(account);
        if (isReserved[account]) return;
        isReserved[account] = true;
        emit PayoutReserved(account);
    }

    /// @dev Reverts `ZeroAddress` or `ReservedPayout` for what no merchant can be paid at.
    function _requirePayout(address payout) internal view {
        _requireAddress(payout);
        if (isReserved[payout]) revert ReservedPayout(payout);
    }
}
