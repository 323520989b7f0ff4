// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Who may charge subscriptions
interface IKeepers {
    /// @notice A keeper may charge, or may not any more.
    event KeeperSet(address indexed keeper, bool allowed);

    /// @notice Lets a keeper charge, or no more. A later operator finds the keepers of before.
    /// @dev Operator only.
    function setKeeper(address keeper, bool allowed) external;

    /// @notice Whether an account is a keeper.
    function isKeeper(address account) external view returns (bool);
}
