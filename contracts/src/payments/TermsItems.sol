// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Packed payments with one signature each
/// @notice 140 bytes for each: payer 20, amount 8, validBefore 4, salt 12, ref 32, `r` 32, `vs` 32 (EIP-2098).
/// @dev Reads without checking bounds: the caller keeps `index` below `items.length / ITEM_BYTES`.
library TermsItems {
    uint256 internal constant ITEM_BYTES = 140;

    /// @dev What the payer pays for. `amount` in the token's smallest unit.
    function payment(bytes calldata items, uint256 index)
        internal
        pure
        returns (address payer, uint256 amount, bytes32 ref, uint256 salt)
    {
        assembly ("memory-safe") {
            let start := add(items.offset, mul(index, ITEM_BYTES))
            let head := calldataload(start) // payer, amount, validBefore
            payer := shr(96, head)
            amount := and(shr(32, head), 0xffffffffffffffff)
            salt := shr(160, calldataload(add(start, 32)))
            ref := calldataload(add(start, 44))
        }
    }

    /// @dev What the token needs besides: `validBefore` in unix seconds, and the compact signature.
    function authorization(bytes calldata items, uint256 index)
        internal
        pure
        returns (uint256 validBefore, bytes32 r, bytes32 vs)
    {
        assembly ("memory-safe") {
            let start := add(items.offset, mul(index, ITEM_BYTES))
            validBefore := and(calldataload(start), 0xffffffff)
            r := calldataload(add(start, 76))
            vs := calldataload(add(start, 108))
        }
    }
}
