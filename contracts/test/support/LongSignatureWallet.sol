// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Code of a payer that accepts every signature, however long
contract LongSignatureWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }
}
