// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token that calls its caller back while it moves money, as none of the supported ones does
contract ReentrantToken {
    bytes public callback;

    function setCallback(bytes calldata data) external {
        callback = data;
    }

    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)
        external {}

    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes calldata) external {}

    function balanceOf(address) external pure returns (uint256) {
        return 2;
    }

    function transfer(address, uint256) external returns (bool) {
        (bool success, bytes memory reason) = msg.sender.call(callback);
        if (success) return true;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
