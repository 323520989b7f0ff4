// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";

/// @title Gas rules of batches
/// @notice A call that runs out of gas looks like one that was refused. These rules keep the two apart: an item either
/// gets its full share or the whole batch reverts.
abstract contract BatchGas is IPaymentProcessor {
    /// @notice Most items in one batch, over all its groups.
    uint256 public constant MAX_BATCH_ITEMS = 60;
    /// @notice Gas that the token may use for one item; about three times what a public FiatToken takes.
    uint256 public constant ITEM_GAS_CAP = 200_000;
    /// @notice Gas that this contract may use for one item around the token's call, calldata included.
    uint256 public constant ITEM_OVERHEAD_GAS = 15_000;
    /// @notice Gas that a group may use besides its items; most of it is a payout to a fresh account.
    uint256 public constant GROUP_OVERHEAD_GAS = 50_000;
    /// @notice Gas that a batch may use besides its groups.
    uint256 public constant BATCH_OVERHEAD_GAS = 60_000;
    /// @notice Gas that must be left before each item's call and before a payout, so that neither can be starved:
    /// a call receives at most 63/64 of what is left (EIP-150).
    uint256 public constant GAS_FLOOR = ITEM_GAS_CAP * 64 / 63 + ITEM_OVERHEAD_GAS;

    /// @inheritdoc IPaymentProcessor
    function batchGasLimit(uint256 groupCount, uint256 itemCount) external pure returns (uint256 gasLimit) {
        uint256 forGroups = groupCount * GROUP_OVERHEAD_GAS + itemCount * (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS);
        return BATCH_OVERHEAD_GAS + (forGroups + GAS_FLOOR) * 64 / 63;
    }

    /// @dev Reverts `InsufficientGas` when the next call could be starved.
    function _requireGas() internal view {
        if (gasleft() < GAS_FLOOR) revert InsufficientGas();
    }

    /// @dev Lets an out-of-gas in a group end the batch: it says nothing about the group's payments.
    function _rethrowOutOfGas(bytes memory reason) internal pure {
        if (reason.length != 0 && bytes4(reason) != InsufficientGas.selector) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
