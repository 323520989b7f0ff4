// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "./interfaces/IRegistryAdmin.sol";

/// @title The cold account behind a registry's roles
abstract contract RegistryAdmin is IRegistryAdmin {
    /// @inheritdoc IRegistryAdmin
    address public immutable admin;

    modifier onlyAdmin() {
        if (msg.sender != admin) revert NotAdmin();
        _;
    }

    /// @param coldAdmin Account that may announce successors of the roles; not zero
    constructor(address coldAdmin) {
        _requireAddress(coldAdmin);
        admin = coldAdmin;
    }

    /// @dev Reverts `ZeroAddress` for the zero address.
    function _requireAddress(address account) internal pure {
        if (account == address(0)) revert ZeroAddress();
    }
}
