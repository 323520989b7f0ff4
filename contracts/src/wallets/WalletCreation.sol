// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {WalletFactoryCall} from "./WalletFactoryCall.sol";

/// @title Creates one wallet, and is over
/// @notice Is sent as init code to the deterministic deployment proxy, and leaves no code: the factory is called by
/// an address that has no rights anywhere and is never used again, not by the wallet of the relay that pays the gas.
contract WalletCreation {
    /// @param wallet The address at which code must appear
    /// @param factory The contract that creates it
    /// @param data The call of the factory
    /// @param gasLimit The most gas that the factory may use
    constructor(address wallet, address factory, bytes memory data, uint256 gasLimit) {
        WalletFactoryCall.create(wallet, factory, data, gasLimit);
        assembly ("memory-safe") {
            return(0, 0)
        }
    }
}
