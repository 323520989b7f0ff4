// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Proxy of the local tokens
/// @notice Keeps a token's storage and runs the implementation's code on it.
/// @dev A transparent proxy like the one in front of the public FiatToken: each call reads the admin and the
/// implementation from storage and the admin cannot use the token. Local chains only.
contract LocalFiatTokenProxy {
    /// @dev keccak256("org.zeppelinos.proxy.admin")
    bytes32 private constant ADMIN_SLOT = 0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b;
    /// @dev keccak256("org.zeppelinos.proxy.implementation")
    bytes32 private constant IMPLEMENTATION_SLOT = 0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3;

    /// @notice The code behind the proxy was replaced.
    event Upgraded(address implementation);

    /// @param initialImplementation Contract whose code runs on this storage
    /// @param initialAdmin Account that may replace it; it cannot use the token
    /// @param initialization Call to make on the implementation's code at once, its initializer
    constructor(address initialImplementation, address initialAdmin, bytes memory initialization) {
        _setImplementation(initialImplementation);
        assembly ("memory-safe") {
            sstore(ADMIN_SLOT, initialAdmin)
        }
        (bool success,) = initialImplementation.delegatecall(initialization);
        require(success, "LocalFiatTokenProxy: initialization failed");
    }

    fallback() external {
        require(msg.sender != admin(), "Cannot call fallback function from the proxy admin");
        address target = implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if success { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }

    /// @notice Replaces the code behind the proxy. Admin only.
    /// @param newImplementation Contract whose code runs on this storage from now on
    function upgradeTo(address newImplementation) external {
        require(msg.sender == admin(), "LocalFiatTokenProxy: caller is not the admin");
        _setImplementation(newImplementation);
        emit Upgraded(newImplementation);
    }

    /// @notice The account that may replace the code.
    function admin() public view returns (address account) {
        assembly ("memory-safe") {
            account := sload(ADMIN_SLOT)
        }
    }

    /// @notice The contract whose code runs on this storage.
    function implementation() public view returns (address account) {
        assembly ("memory-safe") {
            account := sload(IMPLEMENTATION_SLOT)
        }
    }

    function _setImplementation(address newImplementation) private {
        require(newImplementation.code.length > 0, "LocalFiatTokenProxy: implementation has no code");
        assembly ("memory-safe") {
            sstore(IMPLEMENTATION_SLOT, newImplementation)
        }
    }
}
