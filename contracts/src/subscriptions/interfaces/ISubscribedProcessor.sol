// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../payments/interfaces/IMerchantRegistry.sol";

/// @title What the subscriptions take over from a processor
interface ISubscribedProcessor {
    /// @notice Merchants, their payout addresses and fees.
    function registry() external view returns (IMerchantRegistry);

    /// @notice The first supported token.
    function usdc() external view returns (address);

    /// @notice The second supported token; zero where the chain has none.
    function eurc() external view returns (address);

    /// @notice The account that takes the fees.
    function treasury() external view returns (address);

    /// @notice The account that can announce another treasury.
    function admin() external view returns (address);
}
