// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token that says yes to everything and moves nothing
contract LyingToken {
    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)
        external {}

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function authorizationState(address, bytes32) external pure returns (bool) {
        return true;
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }
}
