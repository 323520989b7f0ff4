// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title The call that creates a wallet (ERC-6492)
library WalletFactoryCall {
    /// @notice The factory was called, and no code stands at the wallet's address.
    /// @param wallet The address that has no code
    error WalletNotCreated(address wallet);

    /// @notice Calls `factory` unless `wallet` has code, and requires that it has code afterwards.
    /// @dev Sends no value, and copies nothing of the answer: code at the address is the only result that counts.
    /// @param wallet The address at which code must appear
    /// @param factory The contract that creates it
    /// @param data The call of the factory
    /// @param gasLimit The most gas that the factory may use
    function create(address wallet, address factory, bytes memory data, uint256 gasLimit) internal {
        if (wallet.code.length != 0) return;
        assembly ("memory-safe") {
            pop(call(gasLimit, factory, 0, add(data, 0x20), mload(data), 0, 0))
        }
        if (wallet.code.length == 0) revert WalletNotCreated(wallet);
    }
}
