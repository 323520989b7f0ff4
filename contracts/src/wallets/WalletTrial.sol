// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {WalletFactoryCall} from "./WalletFactoryCall.sol";

/// @title Tries a call as it would be once a wallet is created
/// @notice Is run by `eth_call` without a recipient and never sent: it creates the wallet as `WalletCreation` does,
/// makes the call, and returns what that returned, or reverts with what it reverted with.
contract WalletTrial {
    /// @param wallet The address at which code must appear
    /// @param factory The contract that creates it
    /// @param data The call of the factory
    /// @param gasLimit The most gas that the factory may use
    /// @param target The contract that is called then
    /// @param input What it is called with
    constructor(
        address wallet,
        address factory,
        bytes memory data,
        uint256 gasLimit,
        address target,
        bytes memory input
    ) {
        WalletFactoryCall.create(wallet, factory, data, gasLimit);
        (bool succeeded, bytes memory output) = target.call(input);
        // Encoded, it never begins as code may not begin (EIP-3541).
        bytes memory answer = succeeded ? abi.encode(output) : output;
        assembly ("memory-safe") {
            switch succeeded
            case 0 { revert(add(answer, 0x20), mload(answer)) }
            default { return(add(answer, 0x20), mload(answer)) }
        }
    }
}
