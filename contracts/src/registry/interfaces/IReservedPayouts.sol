// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "./IRegistryAdmin.sol";

/// @title Addresses that are no merchant's payout
/// @notice Money that a payment sends to a contract of Stipend is lost, so a registry takes none as a payout.
interface IReservedPayouts is IRegistryAdmin {
    /// @notice No merchant can name `account` as its payout from now on, for ever.
    event PayoutReserved(address indexed account);

    /// @notice The address is reserved and cannot be a payout.
    error ReservedPayout(address account);

    /// @notice Reserves an address for ever. Merchants that have it as their payout keep it until they change it.
    /// @dev Admin only. Harmless for an address that is reserved. Reverts `ZeroAddress`.
    /// @param account No merchant's payout from now on
    function reserve(address account) external;

    /// @notice Whether an address is refused as a payout.
    function isReserved(address account) external view returns (bool);
}
