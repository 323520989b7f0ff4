// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistryV2} from "../../v2/interfaces/IMerchantRegistryV2.sol";

/// @title What the subscriptions take over from a processor of version 2
interface ISubscribedProcessor {
    /// @notice Merchants, their payout addresses and fees.
    function registry() external view returns (IMerchantRegistryV2);

    /// @notice The first supported token.
    function usdc() external view returns (address);

    /// @notice The second supported token; zero where the chain has none.
    function eurc() external view returns (address);

    /// @notice The account that takes the fees.
    function treasury() external view returns (address);

    /// @notice The account that can announce another treasury.
    function admin() external view returns (address);
}
