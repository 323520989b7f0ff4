// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionPairs} from "./interfaces/ISubscriptionPairs.sol";

/// @title Numbers of registries and tokens
/// @notice A table that only grows. A subscription has no room for two addresses beside its schedule.
abstract contract SubscriptionPairs is ISubscriptionPairs {
    /// @dev Two words.
    struct Pair {
        address registry;
        address token;
    }

    /// @inheritdoc ISubscriptionPairs
    mapping(uint256 number => Pair) public pair;
    /// @inheritdoc ISubscriptionPairs
    mapping(address registry => mapping(address token => uint256)) public pairNumber;
    uint256 private _pairs;

    /// @dev The number of a registry and a token, a new one where none was given out. Gas bounds numbers: no chain has
    /// enough for 2^32 entries.
    function _numberOf(address registry, address token) internal returns (uint256 number) {
        number = pairNumber[registry][token];
        if (number != 0) return number;
        number = ++_pairs;
        pairNumber[registry][token] = number;
        pair[number] = Pair({registry: registry, token: token});
        emit PairNumbered(registry, token, number);
    }
}
