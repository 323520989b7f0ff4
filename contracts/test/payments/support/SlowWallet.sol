// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Code of a payer that accepts everything, after using up as much gas as it can without failing
/// @dev The dearest item of a batch that still settles.
contract SlowWallet {
    /// @dev What the token needs of an item's cap afterwards, to move the money.
    uint256 private constant LEFT_FOR_THE_TOKEN = 47_000;

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 spin;
        while (gasleft() > LEFT_FOR_THE_TOKEN) ++spin;
        return this.isValidSignature.selector;
    }
}
