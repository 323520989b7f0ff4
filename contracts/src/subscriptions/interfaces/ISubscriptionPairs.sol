// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Numbers of registries and tokens
/// @notice A subscription stores a number for both. Numbers are given out as 1, 2, 3, … and never again.
interface ISubscriptionPairs {
    /// @notice The first subscription of a registry in a token was enrolled.
    event PairNumbered(address indexed registry, address indexed token, uint256 number);

    /// @notice The registry and the token of a number; both zero for one that was not given out.
    function pair(uint256 number) external view returns (address registry, address token);

    /// @notice The number of a registry and a token; zero when none was given out.
    function pairNumber(address registry, address token) external view returns (uint256 number);
}
