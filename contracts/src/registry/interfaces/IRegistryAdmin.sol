// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title The cold account behind a registry's roles
/// @notice It may announce successors of roles whose keys were lost, and reserve addresses; nothing else.
interface IRegistryAdmin {
    /// @notice The caller is not the admin.
    error NotAdmin();
    /// @notice An address that must be set is zero.
    error ZeroAddress();
    /// @notice The notice of an announced successor is not over; `acceptableAt` in unix seconds.
    error NoticeNotOver(uint256 acceptableAt);
    /// @notice Nothing was announced that could be refused.
    error NothingAnnounced();

    /// @notice The account that may announce successors. Fixed at deployment.
    function admin() external view returns (address);
}
