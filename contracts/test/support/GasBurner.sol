// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Code that uses up whatever gas it is called with
contract GasBurner {
    fallback() external {
        uint256 spin;
        while (gasleft() > 0) ++spin;
    }
}
